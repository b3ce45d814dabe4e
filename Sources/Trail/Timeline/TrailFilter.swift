import Formats

/// Which events of a trail somebody wants to read.
package struct TrailFilter: Sendable {
  /// Activities of which one has to be the event's; any if there are none.
  package var activities: [String] = []
  /// The first instant, in milliseconds since 1970.
  package var from: Int64?
  /// The first instant that is too late.
  package var to: Int64?
  /// Metadata fields that the event has to have, all of them, with their values.
  package var users: [AuditDocument.Field] = []

  /// Every event.
  package init() {}

  /// Whether an event is wanted.
  func admits(_ document: AuditDocument) -> Bool {
    if !activities.isEmpty {
      guard let activity = document.activity, activities.contains(activity) else { return false }
    }
    if from != nil || to != nil {
      guard let time = document.timestamp else { return false }
      if let from, time < from { return false }
      if let to, time >= to { return false }
    }
    return users.allSatisfy { document.metadata.contains($0) }
  }

  /// Reads an instant, or a day as its beginning or its end.
  package static func instant(_ text: String, isEnd: Bool) -> Int64? {
    if let instant = Timestamp(iso8601: text) { return instant.milliseconds }
    guard let day = Timestamp(iso8601: text + "T00:00:00Z") else { return nil }
    return day.milliseconds + (isEnd ? 86_400_000 : 0)
  }
}
