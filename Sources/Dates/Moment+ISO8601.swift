extension Moment: CustomStringConvertible {
  /// Reads the form that Extended JSON has.
  package init?(iso8601 text: String) {
    guard let milliseconds = ISO8601.milliseconds(of: text) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The form that payloads have: UTC with milliseconds, such as `2022-06-23T14:54:37.756Z`; a year beyond 0 to 9999 with
  /// a sign and six digits.
  package var description: String {
    let day = milliseconds.floorDivided(by: 86_400_000)
    let time = milliseconds - day * 86_400_000
    let date = CivilDate(daysSince1970: day)
    let isExpanded = !(0...9999 ~= date.year)
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

  /// Whether a text is a date exactly as payloads write it.
  package static func isPayloadForm(_ text: String) -> Bool {
    if text.utf8.first == UInt8(ascii: "+") || text.utf8.first == UInt8(ascii: "-") {
      return isExpandedForm(text)
    }
    return Moment(iso8601: text)?.description == text
  }

  /// A year of six digits, whose calendar repeats every 400 years.
  private static func isExpandedForm(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 7, let year = Int(text.dropFirst().prefix(6)),
      bytes.first == UInt8(ascii: "-") ? year > 0 : year > 9999
    else { return false }
    let sameCalendar = 2000 + (bytes.first == UInt8(ascii: "-") ? 400 - year % 400 : year % 400)
    let plain = String(sameCalendar) + text.dropFirst(7)
    return Moment(iso8601: plain)?.description == plain
  }
}
