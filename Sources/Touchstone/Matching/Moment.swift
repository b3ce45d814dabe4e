import Foundation

/// A date of Realm or of a document: milliseconds since 1970 in UTC.
///
/// The suite reads and compares dates that Foundation's formatters round or refuse, hence the arithmetic.
package struct Moment: Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The present.
  package static var now: Moment {
    Moment(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// From then to now.
  ///
  /// A wall clock that was set back meanwhile must not end the suite.
  package static func range(from start: Moment) -> ClosedRange<Moment> { start...max(start, now) }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Moment: CustomStringConvertible {
  /// ISO 8601 with milliseconds in UTC: `2022-06-23T14:54:37.756Z`.
  package var description: String {
    let day = milliseconds.floorDivided(by: 86_400_000)
    let time = milliseconds - day * 86_400_000
    let date = CivilDate(daysSince1970: day)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(time / 3_600_000, 2) + ":" + padded(time / 60_000 % 60, 2) + ":"
      + padded(time / 1000 % 60, 2) + "." + padded(time % 1000, 3) + "Z"
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "")
      + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Moment {
  /// Reads a date of ISO 8601 with a time.
  ///
  /// The form is `YYYY-MM-DDThh:mm:ss`, up to nine digits of a fraction, and `Z` or an offset. What is finer than a
  /// millisecond is cut off.
  init?(iso8601 text: String) {
    var scanner = DateScanner(rest: Array(text.utf8)[...])
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), (1...12).contains(month), scanner.skip("-"),
      let day = scanner.number(digits: 2), scanner.skip("T"),
      let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
      let second = scanner.number(digits: 2), second < 60,
      let fraction = scanner.milliseconds(), let offset = scanner.offset(), scanner.rest.isEmpty
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    // The 31st of June reads back as the 1st of July.
    guard CivilDate(daysSince1970: days) == CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    self.init(milliseconds: seconds * 1000 + fraction)
  }

  /// Whether a text is a date exactly as payloads write it: UTC, `Z`, three digits of a fraction.
  static func isPayloadForm(_ text: String) -> Bool {
    guard let moment = Moment(iso8601: text) else { return false }
    return moment.description == text
  }
}

/// A day of the proleptic Gregorian calendar.
private struct CivilDate: Hashable {
  var year: Int64
  var month: Int64
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last of a year.
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Takes a date apart from left to right.
private struct DateScanner {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int64? {
    guard rest.count >= digits else { return nil }
    var value: Int64 = 0
    for byte in rest.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    rest.removeFirst(digits)
    return value
  }

  mutating func milliseconds() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = number(digits: 1) {
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
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
