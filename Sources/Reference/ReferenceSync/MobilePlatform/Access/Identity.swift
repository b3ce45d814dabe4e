import ReferenceRealm

/// What a server calls a user: two are the same if their bytes are, in whatever case or Unicode form they look alike.
package struct Identity: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

extension Identity: Hashable, Comparable {
  package static func == (left: Identity, right: Identity) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package static func < (left: Identity, right: Identity) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Agrees with `==`.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension Identity: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { text }
}
