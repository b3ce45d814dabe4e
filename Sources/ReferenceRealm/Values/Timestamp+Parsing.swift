extension Timestamp {
  /// Reads the ISO 8601 text of a point in time; nil for anything else.
  ///
  /// Strict: what ``iso8601`` writes, and besides it no fraction or one of 1 to 9 digits (cut to
  /// milliseconds, toward the past) and a zone offset `±hh:mm` in place of `Z`. A year has one spelling:
  /// four digits from 0000 to 9999, otherwise a sign and at least six digits without needless zeros.
  /// Refused are dates that the calendar does not have, hour 24, leap seconds (there is no millisecond for
  /// them) and points in time beyond 64-bit milliseconds.
  public init?(iso8601 text: String) {
    var rest = text[...].utf8
    guard
      let year = Self.year(&rest),
      rest.skip(ASCII.minus), let month = rest.number(digits: 2),
      rest.skip(ASCII.minus), let day = rest.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day),
      rest.skip(UInt8(ascii: "T")),
      let minutes = Self.hoursAndMinutes(&rest),
      rest.skip(ASCII.colon), let seconds = rest.number(digits: 2), seconds < 60,
      let fraction = Self.fraction(&rest),
      let offset = Self.offset(&rest),
      rest.isEmpty
    else { return nil }
    // Wider than the result: the first day of the range begins before Int64.min, its times need not.
    let timeOfDay = (minutes - offset) * 60_000 + seconds * 1000 + fraction
    let total = Int128(date.daysSince1970) * 86_400_000 + Int128(timeOfDay)
    guard let milliseconds = Int64(exactly: total) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  private static func year(_ rest: inout Substring.UTF8View) -> Int64? {
    guard let sign = rest.sign() else { return rest.number(digits: 4) }
    guard var year = rest.number(digits: 6) else { return nil }
    let mayBeLonger = year >= 100_000
    // Nine digits are enough for every millisecond, and keep the arithmetic away from its limits.
    var count = 6
    while let digit = rest.digit() {
      count += 1
      guard mayBeLonger, count <= 9 else { return nil }
      year = year * 10 + Int64(digit)
    }
    if sign < 0 { return year > 0 ? -year : nil }
    return year > 9999 ? year : nil
  }

  /// `hh:mm` as minutes.
  private static func hoursAndMinutes(_ rest: inout Substring.UTF8View) -> Int64? {
    guard
      let hours = rest.number(digits: 2), hours < 24,
      rest.skip(ASCII.colon), let minutes = rest.number(digits: 2), minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// Milliseconds after the point; 0 if there is none.
  private static func fraction(_ rest: inout Substring.UTF8View) -> Int64? {
    guard rest.skip(ASCII.point) else { return 0 }
    var milliseconds: Int64 = 0
    var weight: Int64 = 100
    var count = 0
    while let digit = rest.digit() {
      count += 1
      guard count <= 9 else { return nil }
      milliseconds += Int64(digit) * weight
      weight /= 10
    }
    return count > 0 ? milliseconds : nil
  }

  /// Minutes east of UTC.
  private static func offset(_ rest: inout Substring.UTF8View) -> Int64? {
    if rest.skip(UInt8(ascii: "Z")) { return 0 }
    guard let sign = rest.sign() else { return nil }
    return hoursAndMinutes(&rest).map { Int64(sign) * $0 }
  }
}
