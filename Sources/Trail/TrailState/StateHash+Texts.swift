import Formats
import JSON
import TrailReading

/// Texts of a database as most are written, compared where they stand: making strings and dates of millions of them takes
/// longer than reading them.
extension StateHash {
  /// The hash of a text of a column; nil if more has to be known of it.
  static func of(text: Bytes, _ type: PropertyType.Scalar) -> UInt64? {
    let form: Bytes?
    switch type {
    case .string: form = isASCII(text) ? text : nil
    case .uuid: form = unsafe IdentifierForm.isUUID(text.buffer.span) ? text : nil
    case .objectId: form = text.count == 24 && text.allSatisfy(\.isLowerHexDigit) ? text : nil
    case .decimal128: form = DecimalForm.plainStart(of: text)
    case .date: return date(text)
    case .bool, .int, .float, .double, .data, .mixed: form = nil
    }
    return form.map(seal)
  }

  private static func seal(_ text: Bytes) -> UInt64 {
    var hash = StableHash()
    hash.add(7)
    hash.add(text)
    return folded(hash.value, isCollection: false)
  }

  private static func isASCII(_ text: Bytes) -> Bool {
    var all: UInt8 = 0
    for byte in text { all |= byte }
    return all < 0x80
  }

  /// The hash of a date that is written as payloads write it, or with a space and without a zone.
  private static func date(_ text: Bytes) -> UInt64? {
    guard text.count == 23 || text.count == 24 && text[23] == UInt8(ascii: "Z"),
      text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), isPlainDate(text)
    else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { copy in
      for place in 0..<23 { unsafe copy.initializeElement(at: place, to: text[place]) }
      // All 24 bytes are initialized, and are not looked at when this returns.
      unsafe copy[10] = UInt8(ascii: "T")
      unsafe copy.initializeElement(at: 23, to: UInt8(ascii: "Z"))
      return unsafe seal(Bytes(UnsafeBufferPointer(copy)))
    }
  }

  /// Whether it is one of the first 28 days of a month, at a time that every day has: no calendar has to be asked.
  private static func isPlainDate(_ text: Bytes) -> Bool {
    func number(_ place: Int) -> UInt8? {
      let (tens, ones) = (text[place] &- Ascii.zero, text[place + 1] &- Ascii.zero)
      return tens < 10 && ones < 10 ? tens * 10 + ones : nil
    }
    func isIn(_ range: ClosedRange<UInt8>, _ place: Int) -> Bool {
      number(place).map(range.contains) ?? false
    }
    let hyphen = UInt8(ascii: "-"), colon = UInt8(ascii: ":")
    return isIn(16...99, 0) && isIn(0...99, 2) && text[4] == hyphen && isIn(1...12, 5)
      && text[7] == hyphen && isIn(1...28, 8) && isIn(0...23, 11) && text[13] == colon
      && isIn(0...59, 14) && text[16] == colon && isIn(0...59, 17) && text[19] == Ascii.point
      && isIn(0...99, 20) && text[22].isDigit
  }
}
