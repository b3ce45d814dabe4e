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

  @Option(
    help: ArgumentHelp(
      "Only events that show or change this property of an object, such as address, or address.city within an embedded "
        + "one. Several are alternatives.",
      valueName: "property"
    )
  )
  var property: [String] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only events that mention an object with this value, shown, before or after a change: 'diagnosis = \"flu\"', "
        + "'address.zip != 12345', the value as JSON. Several with = of one property are alternatives, all others have to hold.",
      valueName: "condition"
    )
  )
  var conditions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only events about objects that an event with this metadata mentions too, whenever: what one user saw of another's "
        + "patients. Several values of one field are alternatives.",
      valueName: "field=value"
    )
  )
  var objectsOf: [String] = []

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
    _ = try Self.fields(user, of: "--user")
    _ = try Self.fields(objectsOf, of: "--objects-of")
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
    filter.users = try Self.fields(user, of: "--user")
    filter.objectsOf = try Self.fields(objectsOf, of: "--objects-of")
    filter.properties = try property.map { text in
      guard let path = PropertyPath(text) else {
        throw ValidationError(
          "--property is a property, or a path into an embedded object: address.city, not \(text); a name with a dot is in quotes"
        )
      }
      return path
    }
    filter.values = try conditions.map { text in
      guard let condition = ValueCondition(text) else {
        throw ValidationError(
          "--where is a property, = or !=, and a value as JSON: 'diagnosis = \"flu\"' or 'address.zip != 12345', not \(text)"
        )
      }
      return condition
    }
    filter.hours = try hours(source.clock)
    filter.from = try from.map { try source.clock.instant($0, isEnd: false) }
    filter.to = try to.map { try source.clock.instant($0, isEnd: true) }
    if let from = filter.from, let to = filter.to, from >= to {
      throw ValidationError("--from is not before --to: no event is between them")
    }
    return filter
  }

  private static func fields(
    _ texts: [String],
    of option: String
  ) throws -> [AuditDocument.Field] {
    try texts.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError(
          "\(option) is a field and its value: username=Jason Bourne, not \(text)"
        )
      }
      return AuditDocument.Field(key: String(parts[0]), value: String(parts[1]))
    }
  }
}
