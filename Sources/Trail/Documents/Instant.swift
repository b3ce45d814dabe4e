/// A date: milliseconds since 1970 in UTC.
///
/// Dates are read from bytes, because a trail has one a document and more in its payloads.
package struct Instant: Sendable, Hashable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads `YYYY-MM-DDThh:mm:ss`, up to nine digits of a fraction, and `Z` or an offset.
  ///
  /// What is finer than a millisecond is cut off.
  package init?(iso8601 text: String) {
    let milliseconds = Array(text.utf8).withUnsafeBufferPointer { Self.milliseconds(iso8601: $0) }
    guard let milliseconds else { return nil }
    self.milliseconds = milliseconds
  }

  static func milliseconds(iso8601 text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var digits = DigitReader(text)
    guard let year = digits.number(4), digits.skip("-"),
      let month = digits.number(2), 1...12 ~= month, digits.skip("-"),
      let day = digits.number(2), 1...31 ~= day, digits.skip("T"),
      let hour = digits.number(2), hour < 24, digits.skip(":"),
      let minute = digits.number(2), minute < 60, digits.skip(":"),
      let second = digits.number(2), second < 60,
      let fraction = digits.fraction(), let offset = digits.offset(), digits.isAtEnd
    else { return nil }
    let days = civilDays(year: year, month: month, day: day)
    // The 31st of June would be the 1st of July.
    guard day <= 28 || civil(days: days).day == day else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    return seconds * 1000 + fraction
  }

  /// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last of a year.
  private static func civilDays(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Instant: CustomStringConvertible {
  /// The form that payloads have: UTC with three digits of milliseconds, six digits and a sign beyond the year 9999.
  package var description: String {
    let day = Self.floorDivide(milliseconds, 86_400_000)
    let time = milliseconds - day * 86_400_000
    let date = Self.civil(days: day)
    let isExpanded = date.year < 0 || date.year > 9999
    let sign = date.year < 0 ? "-" : isExpanded ? "+" : ""
    return sign + padded(Int64(date.year.magnitude), isExpanded ? 6 : 4)
      + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
      + "T" + padded(time / 3_600_000, 2) + ":" + padded(time / 60_000 % 60, 2)
      + ":" + padded(time / 1000 % 60, 2) + "." + padded(time % 1000, 3) + "Z"
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
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
