package import Formats

/// What a trail says of each activity: how much was seen and done under it, by whom, and when.
package struct ActivityList: Sendable {
  /// One activity.
  package struct Entry: Sendable, Hashable {
    /// The activity, empty where a document has none.
    package let name: String
    /// The read events.
    package var reads = 0
    /// The write events.
    package var writes = 0
    /// The custom events.
    package var customs = 0
    /// The first instant, in milliseconds since 1970.
    package var first: Int64?
    /// The last instant.
    package var last: Int64?
    /// The metadata under which it happened, the most frequent ones.
    package var users: [String: Int] = [:]
    /// How often objects of each class were seen or changed.
    package var classes: [String: Int] = [:]

    /// All events.
    package var events: Int { reads + writes + customs }
  }

  /// The activities in the order of their names.
  package private(set) var entries: [Entry] = []
  /// How many events the filter admitted.
  package private(set) var count = 0
  /// How many documents were read.
  package private(set) var documents = 0
  /// How many lines could not be read.
  package private(set) var damaged = 0
  /// How many events belong to activities there was no room for.
  package private(set) var unlisted = 0

  /// No more activities than that are listed, and of each no more users and classes.
  private static let (activityLimit, detailLimit) = (10_000, 1000)

  /// Reads files.
  package init(
    in inputs: [TrailInput],
    filter: TrailFilter = TrailFilter(),
    edition: Edition = .current
  ) throws(TrailError) {
    var walk = TrailWalk(edition: edition, schema: nil, filter: filter)
    var known: [String: Entry] = [:]
    try walk.walk(inputs) { document, payload in
      count += 1
      let name = document.activity ?? ""
      if known[name] != nil || known.count < Self.activityLimit {
        known[name, default: Entry(name: name)].note(document, payload, limit: Self.detailLimit)
      } else {
        unlisted += 1
      }
    }
    (documents, damaged) = (walk.documents, walk.damaged)
    entries = known.values.sorted { $0.name < $1.name }
  }
}

extension ActivityList.Entry {
  fileprivate mutating func note(
    _ document: AuditDocument,
    _ payload: Payload?,
    limit: Int
  ) {
    switch document.event {
    case "read": reads += 1
    case "write": writes += 1
    default: customs += 1
    }
    if let time = document.timestamp {
      first = min(first ?? time, time)
      last = max(last ?? time, time)
    }
    let user = document.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    if users[user] != nil || users.count < limit { users[user, default: 0] += 1 }
    for objects in payload?.classes ?? [] {
      let name = objects.className
      if classes[name] != nil || classes.count < limit {
        classes[name, default: 0] += objects.count
      }
    }
  }
}
