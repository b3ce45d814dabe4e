/// The texts of identifiers in payloads: lowercase hexadecimal digits in fixed places.
package enum IdentifierForm {
  package static func isObjectId(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 24 && text.utf8.allSatisfy(\.isLowerHexDigit)
  }

  package static func isUUID(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isLowerHexDigit
    }
  }
}

extension UInt8 {
  /// Whether this is a hexadecimal digit in lower case.
  @inlinable
  package var isLowerHexDigit: Bool { self &- 0x30 < 10 || self &- 0x61 < 6 }
}
