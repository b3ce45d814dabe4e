import Foundation

// Foundation's formatters round or refuse dates that documents hold.
extension Timestamp: CustomStringConvertible {
  /// Reads the form that Extended JSON has.
  package init?(iso8601 text: String) {
    var text = text
    guard let timestamp = text.withUTF8({ unsafe Timestamp(iso8601: $0.span) }) else { return nil }
    self = timestamp
  }

  /// Reads `YYYY-MM-DDThh:mm:ss`, up to nine digits of a fraction, and `Z` or an offset.
  ///
  /// What is finer than a millisecond is cut off.
  package init?(iso8601 text: Span<UInt8>) {
    guard text.count >= 20, text.beginsAsDate else { return nil }
    let (month, day) = (text.twoDigits(at: 5), text.twoDigits(at: 8))
    let (hour, minute) = (text.twoDigits(at: 11), text.twoDigits(at: 14))
    let second = text.twoDigits(at: 17)
    guard 1...12 ~= month, hour < 24, minute < 60, second < 60,
      let days = Self.days(
        year: text.twoDigits(at: 0) * 100 + text.twoDigits(at: 2),
        month: month,
        day: day
      )
    else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    if text.endsAsPayloadDate {
      let fraction = text.twoDigits(at: 20) * 10 + Int64(text[22]) - 0x30
      self.init(milliseconds: seconds * 1000 + fraction)
      return
    }
    var place = 19
    var fraction: Int64 = 0
    if text[place] == UInt8(ascii: ".") {
      var unit: Int64 = 100
      while let digit = text.number(at: place + 1, 1) {
        fraction += digit * unit
        unit /= 10
        place += 1
      }
      guard 1...9 ~= place - 19 else { return nil }
      place += 1
    }
    guard let offset = Self.offset(text, at: place) else { return nil }
    self.init(milliseconds: (seconds - offset * 60) * 1000 + fraction)
  }

  /// The days from 1970 to a date of the proleptic Gregorian calendar; nil for 31 June.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    // The centuries up to this year or the next one that ends with 00.
    let century = (year + 99) / 100
    let isLeap = year & 3 == 0 && (century * 100 != year || century & 3 == 0)
    let isLong = (month + month >> 3) & 1 == 1
    guard 1...(month == 2 ? (isLeap ? 29 : 28) : isLong ? 31 : 30) ~= day else { return nil }
    // As if February had 30 days, which is put right for the months after it.
    let before = (month - 1) * 30 + (month + month >> 3) / 2 - (month > 2 ? (isLeap ? 1 : 2) : 0)
    // The year 0 is a leap year, and 719 528 days lie between its first day and 1970.
    let leapDays = (year + 3) >> 2 - century + (century + 3) >> 2
    return year * 365 + leapDays + before + day - 1 - 719_528
  }

  /// Minutes east of Greenwich, with nothing behind them.
  private static func offset(_ text: Span<UInt8>, at place: Int) -> Int64? {
    guard place < text.count else { return nil }
    if text[place] == UInt8(ascii: "Z") { return place + 1 == text.count ? 0 : nil }
    let isWest = text[place] == UInt8(ascii: "-")
    guard isWest || text[place] == UInt8(ascii: "+"), let hours = text.number(at: place + 1, 2),
      hours < 24, place + 3 < text.count
    else { return nil }
    let next = text[place + 3] == UInt8(ascii: ":") ? place + 4 : place + 3
    guard let minutes = text.number(at: next, 2), minutes < 60, next + 2 == text.count else {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// The form that payloads have: UTC with milliseconds, such as `2022-06-23T14:54:37.756Z`.
  ///
  /// A year beyond 0 to 9999 has a sign and six digits, or as many as it takes.
  package var description: String {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
    var date = unsafe tm()
    unsafe gmtime_r(&seconds, &date)
    let year = unsafe Int(date.tm_year) + 1900
    let isExpanded = !(0...9999 ~= year)
    let years = String(abs(year))
    let start =
      isExpanded
      ? (year < 0 ? "-" : "+") + String(repeating: "0", count: max(0, 6 - years.utf8.count)) + years
      : "0000"
    // Reports and comparisons write millions of them: one array, whose zeros become digits.
    var text = Array(start.utf8) + "-00-00T00:00:00.000Z".utf8
    func put(_ number: Int, before end: Int) {
      var (rest, place) = (number, text.count - end)
      while rest > 0 {
        place -= 1
        text[place] += UInt8(rest % 10)
        rest /= 10
      }
    }
    if !isExpanded { put(year, before: 20) }
    put(unsafe Int(date.tm_mon) + 1, before: 17)
    put(unsafe Int(date.tm_mday), before: 14)
    put(unsafe Int(date.tm_hour), before: 11)
    put(unsafe Int(date.tm_min), before: 8)
    put(unsafe Int(date.tm_sec), before: 5)
    put(Int(remainder < 0 ? remainder + 1000 : remainder), before: 1)
    return String(decoding: text, as: UTF8.self)
  }

  /// The form that payloads of an edition have: core writes a year that has other than four digits without a plus sign and
  /// without padding (SERIAL-12).
  package func text(in edition: Edition) -> String {
    let text = description
    guard edition == .core, let sign = text.first, !sign.isNumber else { return text }
    return (sign == "-" ? "-" : "") + text.dropFirst().drop { $0 == "0" }
  }

  /// Whether a text is a date exactly as payloads write it.
  package static func isPayloadForm(_ text: Span<UInt8>) -> Bool {
    if text.count == 24, text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z") {
      return Timestamp(iso8601: text) != nil
    }
    return unsafe isPayloadForm(
      text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    )
  }

  /// Whether a text is a date exactly as payloads write it.
  package static func isPayloadForm(_ text: String) -> Bool {
    let isExpanded = text.utf8.first == UInt8(ascii: "+") || text.utf8.first == UInt8(ascii: "-")
    let date = isExpanded ? Timestamp(anyYear: text) : Timestamp(iso8601: text)
    return date?.description == text
  }

  /// Reads a date whose year has up to nine digits, with a sign or as edition core writes it; nil also if it does not fit 64
  /// bits.
  package init?(anyYear text: String) {
    guard let end = text.dropFirst().firstIndex(of: "-"), text[..<end].utf8.count <= 10,
      let year = Int64(text[..<end])
    else { return nil }
    // The calendar repeats every 400 years.
    let (periods, rest) = year.quotientAndRemainder(dividingBy: 400)
    guard let plain = Timestamp(iso8601: String(2000 + rest) + text[end...]) else { return nil }
    let (start, isTooFar) = (periods - 5).multipliedReportingOverflow(by: Self.period)
    let (sum, isBeyond) = start.addingReportingOverflow(plain.milliseconds)
    if isTooFar || isBeyond { return nil }
    self.init(milliseconds: sum)
  }

  /// The milliseconds of 400 years.
  private static let period: Int64 = 146_097 * 86_400_000
}

extension Span<UInt8> {
  /// Whether it has digits and signs as in `0000-00-00T00:00:00`, eight bytes at once.
  @inline(__always)
  fileprivate var beginsAsDate: Bool {
    // What differs from the pattern is a digit's value, or nothing; the sums are above 7F where it is anything else.
    let (date, time) = (word(at: 0) ^ 0x2D30_302D_3030_3030, word(at: 8) ^ 0x3030_3A30_3054_3030)
    let seconds = word(at: 11) ^ 0x3030_3A30_303A_3030
    let faults =
      (date | date &+ 0x7F76_767F_7676_7676) | (time | time &+ 0x7676_7F76_767F_7676)
      | (seconds | seconds &+ 0x7676_7F76_767F_7676)
    return faults & 0x8080_8080_8080_8080 == 0
  }

  /// Whether it ends as the dates of payloads do: `:00.000Z`.
  @inline(__always)
  fileprivate var endsAsPayloadDate: Bool {
    guard count == 24 else { return false }
    let end = word(at: 16) ^ 0x5A30_3030_2E30_303A
    return (end | end &+ 0x7F76_7676_7F76_767F) & 0x8080_8080_8080_8080 == 0
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
    )
  }

  /// The number of two bytes that are digits.
  @inline(__always)
  fileprivate func twoDigits(at place: Int) -> Int64 {
    unsafe Int64(self[unchecked: place]) &* 10 &+ Int64(self[unchecked: place &+ 1]) &- 0x30 * 11
  }

  /// The number that some digits make; nil if they are not all there.
  @inline(__always)
  fileprivate func number(at place: Int, _ width: Int) -> Int64? {
    guard place &+ width <= count else { return nil }
    var value: Int64 = 0
    for index in place..<(place &+ width) {
      let digit = unsafe self[unchecked: index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }
}
