/// The texts of identifiers in payloads: lowercase hexadecimal digits in fixed places.
package enum IdentifierForm {
  package static func isObjectId(_ text: String) -> Bool {
    text.utf8.count == 24 && text.utf8.allSatisfy(\.isLowerHexDigit)
  }

  package static func isUUID(_ text: String) -> Bool { isUUID(text.utf8.span) }

  package static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for index in text.indices {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? text[index] == UInt8(ascii: "-") : text[index].isLowerHexDigit else {
        return false
      }
    }
    return true
  }
}

extension UInt8 {
  /// Whether this is a hexadecimal digit in lower case.
  @inlinable
  package var isLowerHexDigit: Bool { self &- 0x30 < 10 || self &- 0x61 < 6 }
}
