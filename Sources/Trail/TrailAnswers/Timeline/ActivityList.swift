import Formats
package import JSON
package import TrailReading

/// What a trail says of each activity: how much was seen and done under it, by whom, and when.
package struct ActivityList: Sendable {
  /// One activity.
  package struct Entry: Sendable, Hashable {
    /// The activity; nil for the documents that have none.
    package let name: String?
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
    package var users: [ByteKey: Int] = [:]
    /// How often objects of each class were seen or changed.
    package var classes: [ByteKey: Int] = [:]

    /// All events.
    package var events: Int { reads + writes + customs }
  }

  /// The activities in the order of their names.
  package private(set) var entries: [Entry] = []
  /// How many events the filter admitted.
  package private(set) var count = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()
  /// How many events belong to activities there was no room for.
  package private(set) var unlisted = 0

  /// No more activities than that are listed, and of each no more users and classes.
  private static let (activityLimit, detailLimit) = (10_000, 1000)

  /// Reads files.
  package init(
    in inputs: [TrailInput],
    _ question: TrailQuestion = TrailQuestion()
  ) throws(TrailError) {
    var walk = TrailWalk(question)
    var known: [ByteKey?: Entry] = [:]
    try walk.walk(inputs) { event in
      let name = event.document.activity.map { ByteKey($0) }
      if known[name] != nil || known.count < Self.activityLimit {
        known[name, default: Entry(name: name?.text)].note(
          event,
          by: question.person(event.document),
          limit: Self.detailLimit
        )
      } else {
        unlisted += 1
      }
    }
    (count, reading) = (walk.count, walk.reading)
    entries = known.sorted { $0.key.precedes($1.key) }.map(\.value)
  }
}

extension ActivityList.Entry {
  fileprivate mutating func note(_ event: TrailWalk.Event, by user: String, limit: Int) {
    switch event.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    if let time = event.document.timestamp {
      first = min(first ?? time, time)
      last = max(last ?? time, time)
    }
    let user = ByteKey(user)
    if users[user] != nil || users.count < limit { users[user, default: 0] += 1 }
    // Without a schema, the class of what is shown inside an object is not known.
    event.forEachAct { act in
      guard let name = act.className.map({ ByteKey($0) }) else { return }
      if classes[name] != nil || classes.count < limit { classes[name, default: 0] += 1 }
    }
  }
}
