/// Dates as text: the form of ISO 8601 that Extended JSON has.
package enum ISO8601 {
  /// The milliseconds since 1970 of a date, nil for any other text.
  ///
  /// The form is `YYYY-MM-DDThh:mm:ss`, up to nine digits of a fraction, and `Z` or an offset. What is finer than a
  /// millisecond is cut off.
  package static func milliseconds(of text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var digits = DigitReader(text)
    guard let year = digits.number(4), digits.skip("-"),
      let month = digits.number(2), 1...12 ~= month, digits.skip("-"),
      let day = digits.number(2), 1...31 ~= day, digits.skip("T"),
      let hour = digits.number(2), hour < 24, digits.skip(":"),
      let minute = digits.number(2), minute < 60, digits.skip(":"),
      let second = digits.number(2), second < 60,
      let fraction = digits.fraction(), let offset = digits.offset(), digits.isAtEnd
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    // The 31st of June would be the 1st of July.
    guard day <= 28 || CivilDate(daysSince1970: days).day == day else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    return seconds * 1000 + fraction
  }

  /// The same of a string.
  package static func milliseconds(of text: String) -> Int64? {
    var text = text
    return text.withUTF8 { milliseconds(of: $0) }
  }
}

/// Takes a date apart from left to right.
private struct DigitReader {
  private let text: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var isAtEnd: Bool { place == text.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func number(_ width: Int) -> Int64? {
    guard text.count - place >= width else { return nil }
    var value: Int64 = 0
    for index in place..<(place + width) {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    place += width
    return value
  }

  /// Milliseconds; none is zero.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = number(1) {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    for _ in count..<max(count, 3) { value *= 10 }
    return value
  }

  /// Minutes east of Greenwich.
  mutating func offset() -> Int64? {
    if skip("Z") { return 0 }
    let sign: Int64
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
