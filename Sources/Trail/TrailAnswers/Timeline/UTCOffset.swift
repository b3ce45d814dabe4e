import Formats
import TrailReading

/// How far the clock of the reader is ahead of UTC: what days are, and how times are shown.
package struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
  /// UTC itself.
  package static let zero = UTCOffset(minutes: 0)

  /// Minutes east of Greenwich.
  package let minutes: Int

  private init(minutes: Int) { self.minutes = minutes }

  /// Reads `+02:00`, `-0530` or `Z`.
  package init?(_ text: String) {
    guard let shifted = Timestamp(iso8601: "2000-01-01T00:00:00" + text),
      let zero = Timestamp(iso8601: "2000-01-01T00:00:00Z")
    else { return nil }
    minutes = Int((zero.milliseconds - shifted.milliseconds) / 60_000)
  }

  /// As ISO 8601 writes it behind a time.
  package var description: String {
    if minutes == 0 { return "Z" }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60) + ":" + digits(abs(minutes) % 60)
  }

  /// An instant in ISO 8601 with this offset.
  package func text(_ milliseconds: Int64) -> String {
    let (shifted, overflow) = milliseconds.addingReportingOverflow(Int64(minutes) * 60_000)
    let text = Timestamp(milliseconds: overflow ? milliseconds : shifted).description
    return overflow || minutes == 0 ? text : text.dropLast() + description
  }

  /// The day of an instant, such as `2022-06-23`.
  package func day(_ milliseconds: Int64) -> String {
    String(text(milliseconds).prefix { $0 != "T" })
  }

  /// The number of that day, counted from 1970 on.
  package func dayNumber(_ milliseconds: Int64) -> Int64 {
    let (shifted, overflow) = milliseconds.addingReportingOverflow(Int64(minutes) * 60_000)
    let value = overflow ? milliseconds : shifted
    let (day, rest) = value.quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? day - 1 : day
  }

  /// The first instant of the day of that number.
  package func start(ofDay number: Int64) -> Int64 {
    number * 86_400_000 - Int64(minutes) * 60_000
  }
}
