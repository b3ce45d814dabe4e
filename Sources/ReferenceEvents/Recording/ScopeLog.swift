package import ReferenceRealm

/// Everything that happened while a scope was active.
package final class ScopeLog {
  /// Counts the scopes of the realm.
  package let id: Int
  let activity: String
  /// The metadata at the time the scope began.
  package var metadata: EventMetadata
  package var entries: [LogEntry] = []
  /// The versions that entries refer to.
  package var snapshots: [Int: Snapshot] = [:]
  private var latest = -1

  init(id: Int, activity: String, metadata: EventMetadata) {
    self.id = id
    self.activity = activity
    self.metadata = metadata
  }

  /// Notes what happened, and the version at which it did.
  package func append(_ entry: LogEntry, at snapshot: Snapshot) {
    entries.append(entry)
    if snapshot.version != latest {
      latest = snapshot.version
      snapshots[latest] = snapshot
    }
  }
}

/// A committed scope on its way to the event realm.
package struct FinishedScope: Sendable {
  /// The number that its log had.
  package let id: Int
  let activity: String
  let metadata: EventMetadata
  package var entries: [LogEntry]
  /// The versions that entries refer to.
  package var snapshots: [Int: Snapshot]

  init(_ log: ScopeLog) {
    id = log.id
    activity = log.activity
    metadata = log.metadata
    entries = log.entries
    snapshots = log.snapshots
  }
}
