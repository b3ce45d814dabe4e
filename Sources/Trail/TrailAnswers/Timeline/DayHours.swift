import JSON

/// Hours of the day and days of the week, as a clock on the wall shows them: the night shift, the weekend.
package struct DayHours: Sendable, Hashable {
  /// The first minute of the day, and the first one that is too late; over midnight if that is not greater.
  package struct Span: Sendable, Hashable {
    package let start, end: Int

    /// Reads `22:00-06:00`; nil for anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
      guard parts.count == 2, let start = parts[0], let end = parts[1], start < 1440, start != end
      else { return nil }
      (self.start, self.end) = (start, end)
    }

    private static func minute(_ text: Substring) -> Int? {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2,
        parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isDigit) }),
        let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
      else { return nil }
      let minute = hours * 60 + minutes
      return minute <= 1440 ? minute : nil
    }

    func contains(_ minute: Int) -> Bool {
      start < end ? start..<end ~= minute : minute >= start || minute < end
    }
  }

  /// The days by their names, from Monday on.
  package static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Spans of which one has to hold the time; any time if there are none.
  package var spans: [Span] = []
  /// The days of the week, 1 for Monday; any day if there are none.
  package var days: Set<Int> = []
  /// The clock that shows them.
  package var clock = UTCOffset.zero

  /// Any time.
  package init() {}

  /// Whether nothing is asked of a time.
  package var isEmpty: Bool { spans.isEmpty && days.isEmpty }

  func admit(_ milliseconds: Int64) -> Bool {
    if !days.isEmpty, !days.contains(clock.weekday(milliseconds)) { return false }
    if spans.isEmpty { return true }
    let minute = clock.minuteOfDay(milliseconds)
    return spans.contains { $0.contains(minute) }
  }
}
