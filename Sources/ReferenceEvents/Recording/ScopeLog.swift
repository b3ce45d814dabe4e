import ReferenceRealm

/// Everything that happened while a scope was active.
final class ScopeLog {
  let id: Int
  let activity: String
  /// The metadata at the time the scope began.
  let metadata: EventMetadata
  let begun: Timestamp
  private(set) var entries: [LogEntry] = []
  /// The versions that entries refer to.
  private(set) var snapshots: [Int: Snapshot] = [:]
  private var latest = -1

  init(id: Int, activity: String, metadata: EventMetadata, begun: Timestamp) {
    self.id = id
    self.activity = activity
    self.metadata = metadata
    self.begun = begun
  }

  /// Begins with what another scope has noted.
  func inherit(from other: ScopeLog) {
    entries = other.entries
    snapshots = other.snapshots
  }

  /// - Parameters:
  ///   - entry: what happened.
  ///   - snapshot: the version at which it did.
  ///   - isOpen: whether that version may have changed since it was noted.
  func append(_ entry: LogEntry, at snapshot: Snapshot, isOpen: Bool = false) {
    entries.append(entry)
    if snapshot.version != latest || isOpen {
      latest = snapshot.version
      snapshots[latest] = snapshot
    }
  }

  /// What is handed to the background once the scope is committed.
  func finished(metadata: EventMetadata, foreignFollows: [ObjectRead], stamp: Timestamp?)
    -> FinishedScope
  {
    FinishedScope(
      activity: activity,
      metadata: metadata,
      entries: entries,
      snapshots: snapshots,
      foreignFollows: foreignFollows,
      stamp: stamp
    )
  }
}

/// A committed scope on its way to the event realm.
struct FinishedScope: Sendable {
  let activity: String
  let metadata: EventMetadata
  let entries: [LogEntry]
  let snapshots: [Int: Snapshot]
  /// Follows that count although no scope of theirs is this one; none, unless the rules ask for it.
  let foreignFollows: [ObjectRead]
  /// The time of all events, if the rules give them the same one.
  let stamp: Timestamp?
}
