package import ReferenceRealm

/// A link in an event of a scope, to an object that is not embedded.
package struct WrittenLink {
  /// The property that holds the link.
  package let link: LinkPath
  /// The object that it points to.
  package let target: ObjectReference
  /// The objects that are being written, outermost first, down to the one that holds the link.
  package var path: [ObjectReference]
  /// The version that they are written at.
  package let version: Int
  /// The place of the event among those of the scope.
  package var event: Int
}

/// Says which links of a scope's events are written as the full objects that they point to; all others are keys (LINK).
package typealias LinkExpansion = @Sendable (WrittenLink) -> Bool
