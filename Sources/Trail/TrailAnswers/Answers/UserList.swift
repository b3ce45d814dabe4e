import JSON
package import TrailReading

/// What each user did under each activity, as numbers.
package struct UserList: Sendable {
  /// One activity of one user.
  package struct Entry: Sendable {
    /// The metadata under which it was done.
    package var user: String
    /// The activity; nil for the documents that have none.
    package var activity: String?
    /// The events.
    package var reads = 0, writes = 0, customs = 0
    /// The objects that were shown, each as often as it was.
    package var seen = 0
    /// The objects that were created, changed or deleted.
    package var changed = 0
    /// The first instant, in milliseconds since 1970.
    package var first: Int64?
    /// The last instant.
    package var last: Int64?
  }

  private struct Group: Hashable {
    var user: ByteKey
    var activity: ByteKey?
  }

  /// By user and activity.
  package private(set) var entries: [Entry] = []
  /// How many events there are.
  package private(set) var count = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()

  /// Reads files.
  package init(in inputs: [TrailInput], _ question: TrailQuestion) throws(TrailError) {
    var groups = Groups<Group, Entry>()
    var walk = TrailWalk(question)
    try walk.walk(inputs) { event in
      let (user, activity) = (question.person(event.document), event.document.activity)
      groups.update(Group(user: ByteKey(user), activity: activity.map { ByteKey($0) })) {
        Entry(user: user, activity: activity)
      } change: { entry in
        entry.note(event)
      }
    }
    (count, reading) = (walk.count, walk.reading)
    if let remark = groups.remark { reading.remarks.append(remark) }
    entries = groups.entries.sorted { one, other in
      one.key.user == other.key.user
        ? one.key.activity.precedes(other.key.activity) : one.key.user < other.key.user
    }.map(\.value)
  }
}

extension UserList.Entry {
  fileprivate mutating func note(_ event: TrailWalk.Event) {
    switch event.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    event.forEachAct { if $0.kind == .seen { seen += 1 } else { changed += 1 } }
    widen(&first, &last, to: event.document.timestamp)
  }
}
