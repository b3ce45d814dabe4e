import Formats
package import Foundation
import TrailReading

/// How far the clock of the reader is ahead of UTC: what days are, and how times are shown.
///
/// In a time zone it differs by the instant, so that a day may have 23 or 25 hours.
package struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
  /// UTC itself.
  package static let zero = UTCOffset(minutes: 0, zone: nil)

  /// Minutes east of Greenwich, where that is the same at each instant.
  package let minutes: Int
  private let zone: TimeZone?

  private init(minutes: Int, zone: TimeZone?) { (self.minutes, self.zone) = (minutes, zone) }

  /// Reads `+02:00`, `-0530` or `Z`.
  package init?(_ text: String) {
    guard let shifted = Timestamp(iso8601: "2000-01-01T00:00:00" + text),
      let zero = Timestamp(iso8601: "2000-01-01T00:00:00Z")
    else { return nil }
    self.init(minutes: Int((zero.milliseconds - shifted.milliseconds) / 60_000), zone: nil)
  }

  /// The clock of a time zone.
  package init(_ zone: TimeZone) {
    self = zone.identifier == "GMT" ? .zero : UTCOffset(minutes: 0, zone: zone)
  }

  /// The clock of a time zone, such as `Europe/Amsterdam`.
  package init?(zone name: String) {
    // Abbreviations stand for other zones elsewhere, and Foundation reads more than names; but it does not list all that
    // it knows, such as Asia/Kolkata.
    guard
      TimeZone.knownTimeZoneIdentifiers.contains(name) || name == "UTC"
        || name.firstMatch(of: #/^[A-Z][A-Za-z_]+/[A-Z]/#) != nil,
      let zone = TimeZone(identifier: name)
    else { return nil }
    self.init(minutes: 0, zone: zone)
  }

  /// The time zone, or the offset as ISO 8601 writes it behind a time.
  package var description: String { zone?.identifier ?? Self.suffix(minutes) }

  private static func suffix(_ minutes: Int) -> String {
    if minutes == 0 { return "Z" }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60) + ":" + digits(abs(minutes) % 60)
  }

  /// How many minutes the clock is ahead of UTC at an instant.
  package func minutes(at milliseconds: Int64) -> Int {
    guard let zone else { return minutes }
    let date = Date(timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down))
    // Zones had seconds once, which ISO 8601 has not.
    return Int((Double(zone.secondsFromGMT(for: date)) / 60).rounded(.down))
  }

  /// What the clock shows at an instant, as if it were an instant of UTC; nil at the ends of time.
  private func shifted(_ milliseconds: Int64) -> Int64? {
    let offset = Int64(minutes(at: milliseconds)) * 60_000
    let (shifted, overflow) = milliseconds.addingReportingOverflow(offset)
    return overflow ? nil : shifted
  }

  /// An instant in ISO 8601 with the offset at that instant.
  package func text(_ milliseconds: Int64) -> String {
    let minutes = minutes(at: milliseconds)
    guard minutes != 0, let shifted = shifted(milliseconds) else {
      return Timestamp(milliseconds: milliseconds).description
    }
    return Timestamp(milliseconds: shifted).description.dropLast() + Self.suffix(minutes)
  }

  /// The day of an instant, such as `2022-06-23`.
  package func day(_ milliseconds: Int64) -> String {
    String(text(milliseconds).prefix { $0 != "T" })
  }

  private static let day: Int64 = 86_400_000

  /// The number of that day, counted from 1970 on.
  package func dayNumber(_ milliseconds: Int64) -> Int64 {
    Self.floored(shifted(milliseconds) ?? milliseconds).quotient
  }

  private static func floored(_ milliseconds: Int64) -> (quotient: Int64, rest: Int64) {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.day)
    return rest < 0 ? (day - 1, rest + Self.day) : (day, rest)
  }

  /// The minute of the day that the clock shows at an instant.
  package func minuteOfDay(_ milliseconds: Int64) -> Int {
    Int(Self.floored(shifted(milliseconds) ?? milliseconds).rest / 60_000)
  }

  /// The day of the week that the clock shows at an instant: 1 is Monday, 7 is Sunday.
  package func weekday(_ milliseconds: Int64) -> Int {
    // The first day of 1970 was a Thursday.
    let (_, rest) = (dayNumber(milliseconds) + 3).quotientAndRemainder(dividingBy: 7)
    return Int(rest < 0 ? rest + 7 : rest) + 1
  }

  /// The first instant of the day of that number.
  package func start(ofDay number: Int64) -> Int64 {
    guard zone != nil else { return Self.instant(day: number, minutes: -minutes) }
    // No clock is further from UTC than that. The first instant need not be midnight.
    var range = Self.instant(day: number - 2)..<Self.instant(day: number + 2)
    while !range.isEmpty {
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      range =
        dayNumber(middle) >= number
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  /// The midnight of UTC that a day begins with, and minutes after it, or the end of time nearest to that.
  private static func instant(day number: Int64, minutes: Int = 0) -> Int64 {
    let (start, isOutside) = number.multipliedReportingOverflow(by: day)
    let (instant, isAfter) = start.addingReportingOverflow(Int64(minutes) * 60_000)
    return isOutside || isAfter ? (number < 0 ? .min : .max) : instant
  }

  /// How many days between two instants no clock of the zone ever showed, as where it moved across the date line.
  package func skippedDays(from earlier: Int64, to later: Int64) -> Int64 {
    let minutesOfDay = 24 * 60
    let moved = minutes(at: later) - minutes(at: earlier)
    return Int64(max(0, moved + minutesOfDay / 2) / minutesOfDay)
  }
}
