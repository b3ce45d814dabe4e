package import ReferenceRealm

/// A scope with everything that happened in it: it grows while the scope is active, and is then persisted or forgotten.
package struct ScopeLog: Sendable {
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
  package mutating func append(_ entry: LogEntry, at snapshot: Snapshot) {
    entries.append(entry)
    if snapshot.version != latest {
      latest = snapshot.version
      snapshots[latest] = snapshot
    }
  }
}
