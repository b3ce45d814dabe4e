import Formats
import JSON
package import TrailReading

/// Which events of a trail are asked for.
///
/// Several values of one filter are alternatives, and what is said of different filters all has to hold. Each field of the
/// metadata is a filter of its own.
package struct TrailFilter: Sendable {
  /// Activities of which one has to be the event's; any if there are none.
  package var activities: [String] = []
  /// The first instant, in milliseconds since 1970.
  package var from: Int64?
  /// The first instant that is too late.
  package var to: Int64?
  /// The times of the day at which an event has to have happened, and the days of the week.
  package var hours = DayHours()
  /// Metadata fields with values: of each field that is named, the event has to have one of the values.
  package var users: [AuditDocument.Field] = []
  /// Classes that the event has to mention; any if there are none.
  package var classes: [String] = []
  /// Properties that the event has to show or change; any if there are none.
  package var properties: [PropertyPath] = []
  /// What values of one object the event has to show: those of one property are alternatives, unless they are negated.
  package var values: [ValueCondition] = []
  /// Metadata of events of which one has to mention the object too, at any time.
  package var objectsOf: [AuditDocument.Field] = []

  /// Every event.
  package init() {}

  /// Whether nothing is asked of an event.
  package var isEmpty: Bool {
    activities.isEmpty && users.isEmpty && classes.isEmpty && from == nil && to == nil
      && hours.isEmpty && properties.isEmpty && values.isEmpty && objectsOf.isEmpty
  }

  /// Whether there are alternatives: where one of them is found, nothing tells that another one is misspelt.
  var hasAlternatives: Bool {
    activities.count > 1 || classes.count > 1 || properties.count > 1
      || Set(users.map { ByteKey($0.key) }).count < users.count
  }

  /// Reads an instant, or a day as its beginning or its end.
  package static func instant(
    _ text: String,
    isEnd: Bool,
    in offset: UTCOffset = .zero
  ) -> Int64? {
    if let instant = Timestamp(iso8601: text) { return instant.milliseconds }
    guard let midnight = Timestamp(iso8601: text + "T00:00:00Z") else { return nil }
    let day = UTCOffset.zero.dayNumber(midnight.milliseconds)
    return offset.start(ofDay: isEnd ? day + 1 : day)
  }
}

/// A filter with names that are compared where they stand in documents: most events are left out by it.
struct PreparedFilter {
  private let activities: [Name]
  private let users: [(field: Name, values: [Name])]
  private let from: Int64
  private let to: Int64?
  private let hours: DayHours
  private let asksTime: Bool

  init(_ filter: TrailFilter) {
    activities = filter.activities.map { Name($0) }
    let fields = Dictionary(grouping: filter.users) { ByteKey($0.key) }
    users = fields.map { field, values in (Name(field.text), values.map { Name($0.value) }) }
    from = filter.from ?? .min
    to = filter.to
    hours = filter.hours
    asksTime = filter.from != nil || filter.to != nil || !hours.isEmpty
  }

  /// What a filter makes of an event.
  enum Verdict { case admitted, leftOut, leftOutWithoutTime }

  /// Whether an event is wanted; its classes are looked at when its payload is read.
  func judge(_ document: borrowing Document) -> Verdict {
    if !activities.isEmpty {
      guard let activity = document.activity, activities.contains(where: activity.says) else {
        return .leftOut
      }
    }
    for user in users {
      let isNamed = document.metadata.contains { field in
        field.isNamed(user.field) && user.values.contains(where: field.says)
      }
      if !isNamed { return .leftOut }
    }
    guard asksTime else { return .admitted }
    guard let time = document.timestamp else { return .leftOutWithoutTime }
    guard time >= from, to.map({ time < $0 }) ?? true else { return .leftOut }
    return hours.admit(time) ? .admitted : .leftOut
  }
}
