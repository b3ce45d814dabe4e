import JSON
package import TrailReading

/// What each user did under each activity, as numbers.
package struct UserList: Sendable {
  /// One activity of one user.
  package struct Entry: Sendable {
    /// The metadata under which it was done; empty where it names no user.
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

    /// All events.
    package var events: Int { reads + writes + customs }
  }

  private struct Group: Hashable {
    var user: ByteKey
    var activity: ByteKey?
    /// Whether a field says it that usually names users, or was named as one.
    var isName: Bool
  }

  /// By user and activity.
  package private(set) var entries: [Entry] = []
  /// How many events there are.
  package private(set) var count = 0
  /// Whether a field names users; if none does, each set of metadata counts as one.
  package private(set) var namesUsers = true
  /// How many users are named.
  package var users: Int { Self.users(of: entries) }
  /// How many events name none.
  package var nameless: Int { entries.filter(\.user.isEmpty).reduce(0) { $0 + $1.events } }
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()

  /// Reads files.
  package init(in inputs: [TrailInput], _ question: TrailQuestion) throws(TrailError) {
    var groups = Groups<Group, Entry>()
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      let (user, activity) = (question.person(event.document), event.document.activity)
      let group = Group(
        user: ByteKey(user),
        activity: activity.map { ByteKey($0) },
        isName: question.hasPerson(event.document)
      )
      groups.update(group) {
        Entry(user: user, activity: activity)
      } change: { entry in
        entry.note(event)
      }
    }
    (count, reading) = (events.count, events.reading)
    if let remark = groups.remark { reading.remarks.append(remark) }
    namesUsers = Self.haveNames(groups.entries)
    let entries = namesUsers ? Self.withoutStandIns(groups.entries) : groups.entries
    if !namesUsers, Self.users(of: entries.values) > 0 {
      reading.remarks.append(
        "no field names users, so each combination of metadata is counted by itself: --user-field tells which field does"
      )
    }
    self.entries = entries.sorted { one, other in
      one.key.user == other.key.user
        ? one.key.activity.precedes(other.key.activity) : one.key.user < other.key.user
    }.map(\.value)
  }
}

extension UserList {
  private static func users(of entries: some Sequence<Entry>) -> Int {
    Set(entries.map { ByteKey($0.user) }.filter { !$0.text.isEmpty }).count
  }

  private static func haveNames(_ entries: [Group: Entry]) -> Bool {
    entries.keys.contains { $0.isName && !$0.user.text.isEmpty }
  }

  /// The rows without those of other metadata, which name no user where there are fields that do.
  private static func withoutStandIns(_ entries: [Group: Entry]) -> [Group: Entry] {
    var result: [Group: Entry] = [:]
    for (group, entry) in entries {
      var (group, entry) = (group, entry)
      if !group.isName { (group.user, entry.user) = (ByteKey(""), "") }
      group.isName = true
      result[group, default: Entry(user: entry.user, activity: entry.activity)].add(entry)
    }
    return result
  }
}

extension UserList.Entry {
  fileprivate mutating func add(_ other: UserList.Entry) {
    reads += other.reads
    writes += other.writes
    customs += other.customs
    seen += other.seen
    changed += other.changed
    widen(&first, &last, to: other.first)
    widen(&first, &last, to: other.last)
  }

  fileprivate mutating func note(_ event: WantedEvents.Event) {
    switch event.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    event.forEachAct { if $0.kind == .seen { seen += 1 } else { changed += 1 } }
    widen(&first, &last, to: event.document.timestamp)
  }
}
