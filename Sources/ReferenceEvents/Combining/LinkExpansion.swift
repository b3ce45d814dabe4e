package import ReferenceRealm

/// Says which links of a scope's events are written as full objects; all others are keys (LINK).
package protocol LinkExpansion: Sendable {
  /// Decides on a link.
  ///
  /// - Parameters:
  ///   - link: the property that holds the link.
  ///   - target: the object that it points to, which is not embedded.
  ///   - path: the objects that are being written, outermost first, down to the one that holds the link.
  ///   - version: the version that they are written at.
  ///   - event: the place of the event among those of the scope.
  /// - Returns: whether the link is written as the full object that it points to.
  func expands(
    _ link: LinkPath,
    to target: ObjectReference,
    within path: [ObjectReference],
    at version: Int,
    in event: Int
  ) -> Bool
}
