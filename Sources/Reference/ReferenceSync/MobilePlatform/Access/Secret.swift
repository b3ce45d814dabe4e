import ReferenceRealm

/// A password or token: it can be compared and handed on, and shows in no description, dump or error.
package struct Secret: Sendable {
  let text: String

  /// A secret of this text.
  package init(_ text: String) { self.text = text }
}

extension Secret: Hashable {
  /// Byte by byte: another Unicode form of a password is another password.
  package static func == (left: Secret, right: Secret) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Agrees with `==`.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
