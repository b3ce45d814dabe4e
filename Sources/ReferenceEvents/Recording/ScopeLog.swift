import ReferenceRealm

/// Everything that happened while a scope was active.
final class ScopeLog {
  let id: Int
  let activity: String
  /// The metadata at the time the scope began.
  let metadata: EventMetadata
  var entries: [LogEntry] = []
  /// The versions that entries refer to.
  var snapshots: [Int: Snapshot] = [:]
  private var latest = -1

  init(id: Int, activity: String, metadata: EventMetadata) {
    self.id = id
    self.activity = activity
    self.metadata = metadata
  }

  /// Notes what happened, and the version at which it did.
  func append(_ entry: LogEntry, at snapshot: Snapshot) {
    entries.append(entry)
    if snapshot.version != latest {
      latest = snapshot.version
      snapshots[latest] = snapshot
    }
  }
}

/// A committed scope on its way to the event realm.
struct FinishedScope: Sendable {
  let activity: String
  var metadata: EventMetadata
  var entries: [LogEntry]
  let snapshots: [Int: Snapshot]
  /// Follows that count although they were noted elsewhere; there are none unless a deviation asks for it.
  var foreignFollows: [ObjectRead] = []

  init(_ log: ScopeLog) {
    activity = log.activity
    metadata = log.metadata
    entries = log.entries
    snapshots = log.snapshots
  }
}
