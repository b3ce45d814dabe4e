import ReferenceRealm

/// Everything that happened while a scope was active.
final class ScopeLog {
  let id: Int
  let activity: String
  /// The metadata at the time the scope began.
  let metadata: EventMetadata
  private(set) var entries: [LogEntry] = []
  /// The versions that entries refer to.
  private(set) var snapshots: [Int: Snapshot] = [:]
  private var latest = -1

  init(id: Int, activity: String, metadata: EventMetadata) {
    self.id = id
    self.activity = activity
    self.metadata = metadata
  }

  func append(_ entry: LogEntry, at snapshot: Snapshot) {
    entries.append(entry)
    if snapshot.version != latest {
      latest = snapshot.version
      snapshots[latest] = snapshot
    }
  }

  /// What is handed to the background once the scope is committed.
  func finished() -> FinishedScope {
    FinishedScope(activity: activity, metadata: metadata, entries: entries, snapshots: snapshots)
  }
}

/// A committed scope on its way to the event realm.
struct FinishedScope: Sendable {
  let activity: String
  let metadata: EventMetadata
  let entries: [LogEntry]
  let snapshots: [Int: Snapshot]
}
