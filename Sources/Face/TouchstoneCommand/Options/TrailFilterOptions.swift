import ArgumentParser
import TrailAnswers
import TrailReading

/// Which events of a trail are wanted.
struct TrailFilterOptions: ParsableArguments {
  @Option(help: "Only events of this activity. Several are alternatives.")
  var activity: [String] = []

  @Option(
    name: .customLong("class"),
    help:
      "Only events that mention objects of this class; they list only these objects. Several classes are alternatives."
  )
  var classes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only events with this metadata, such as username=Jason Bourne. Several values of one field are alternatives, "
        + "different fields all have to hold.",
      valueName: "field=value"
    )
  )
  var user: [String] = []

  @Option(help: ArgumentHelp("Only events from this instant or day on.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only events before this instant, or up to this day.", valueName: "date")
  )
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Only events between these times of the day, such as 22:00-06:00, also over midnight; the end is left out. Several are alternatives.",
      valueName: "from-to"
    )
  )
  var between: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only events on this day of the week, such as sunday. Several are alternatives. What is after midnight belongs to the next day.",
      valueName: "day"
    )
  )
  var weekday: [String] = []

  func validate() throws {
    try fields().forEach { _ in }
    _ = try hours(.zero)
  }

  private func hours(_ clock: UTCOffset) throws -> DayHours {
    var hours = DayHours()
    hours.clock = clock
    hours.spans = try between.map { text in
      guard let span = DayHours.Span(text) else {
        throw ValidationError("--between is two times of the day: 22:00-06:00, not \(text)")
      }
      return span
    }
    for text in weekday {
      guard let index = DayHours.weekdays.firstIndex(of: text.lowercased()) else {
        throw ValidationError(
          "--weekday is one of \(DayHours.weekdays.joined(separator: ", ")), not \(text)"
        )
      }
      hours.days.insert(index + 1)
    }
    return hours
  }

  /// The filter, with days as the source says.
  func filter(_ source: TrailSourceOptions) throws -> TrailFilter {
    var filter = TrailFilter()
    filter.activities = activity
    filter.classes = classes
    filter.users = try fields()
    filter.hours = try hours(source.clock)
    filter.from = try from.map { try source.instant($0, isEnd: false) }
    filter.to = try to.map { try source.instant($0, isEnd: true) }
    if let from = filter.from, let to = filter.to, from >= to {
      throw ValidationError("--from is not before --to: no event is between them")
    }
    return filter
  }

  private func fields() throws -> [AuditDocument.Field] {
    try user.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--user is a field and its value: username=Jason Bourne, not \(text)")
      }
      return AuditDocument.Field(key: String(parts[0]), value: String(parts[1]))
    }
  }
}
