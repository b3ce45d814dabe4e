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
  }

  /// The activities in the order of their names.
  package private(set) var entries: [Entry] = []
  /// How many events the filter admitted.
  package private(set) var count = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()
  /// How many events belong to activities there was no room for.
  package private(set) var unlisted = 0

  /// Reads files.
  package init(
    in inputs: [TrailInput],
    _ question: TrailQuestion = TrailQuestion()
  ) throws(TrailError) {
    var groups = Groups<ByteKey?, Entry>(limit: 10_000)
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      let name = event.document.activity
      groups.update(name.map { ByteKey($0) }) {
        Entry(name: name)
      } change: { entry in
        entry.note(event, by: question.person(event.document))
      }
    }
    (count, reading, unlisted) = (events.count, events.reading, groups.dropped)
    entries = groups.entries.sorted { $0.key.precedes($1.key) }.map(\.value)
  }
}

extension ActivityList.Entry {
  fileprivate mutating func note(_ event: WantedEvents.Event, by user: String) {
    switch event.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    widen(&first, &last, to: event.document.timestamp)
    users.count(ByteKey(user))
    // Without a schema, the class of what is shown inside an object is not known.
    event.forEachAct { act in
      if let name = act.className { classes.count(ByteKey(name)) }
    }
  }
}
