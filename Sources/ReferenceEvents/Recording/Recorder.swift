import ReferenceRealm

/// Notes what happens in a realm in the log of every active scope.
///
/// Lives on the thread of the realm.
final class Recorder {
  private let clock: EventClock
  let edition: Edition
  let writer: EventWriter
  private var metadata: EventMetadata
  /// Every key that metadata has had, in the order of their first use.
  private(set) var metadataKeys: [String]
  private var active: [ScopeLog] = []
  private var scopeCount = 0

  init(configuration: EventConfiguration) {
    clock = configuration.clock
    edition = configuration.edition
    metadata = configuration.metadata
    metadataKeys = metadata.entries.map(\.key)
    writer = EventWriter(configuration: configuration)
  }

  /// - Throws: `other` if a scope is active and the edition knows one at a time.
  func beginScope(activity: String) throws(EventError) -> ScopeLog {
    guard edition.allowsOverlappingScopes || active.isEmpty else {
      throw EventError(.other, "Cannot begin audit scope: audit already in progress")
    }
    scopeCount += 1
    let log = ScopeLog(id: scopeCount, activity: activity, metadata: metadata)
    active.append(log)
    return log
  }

  func isActive(_ log: ScopeLog) -> Bool { active.contains { $0 === log } }

  /// Stops noting in this log.
  ///
  /// - Returns: whether it was active.
  func end(_ log: ScopeLog) -> Bool {
    guard let index = active.firstIndex(where: { $0 === log }) else { return false }
    active.remove(at: index)
    return true
  }

  func replaceMetadata(_ metadata: EventMetadata) throws(EventError) {
    try metadata.validate(for: edition)
    self.metadata = metadata
    for entry in metadata.entries where !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
  }

  func recordEvent(
    activity: String,
    eventType: String?,
    data: String?,
    completion: EventCompletion?
  ) {
    let event = PendingEvent(
      activity: activity,
      timestamp: clock.now,
      event: eventType,
      data: data.map { .text(Array($0.utf8)) },
      metadata: metadata
    )
    writer.persist(event, completion: completion)
  }
}

extension Recorder: RealmObserver {
  func didEvaluateQuery(table: Int, objects: [Int64], at snapshot: Snapshot) {
    if active.isEmpty { return }
    let read = QueryRead(time: clock.now, version: snapshot.version, table: table, objects: objects)
    for log in active { log.append(.query(read), at: snapshot) }
  }

  func didInstantiate(_ object: ObjectReference, through link: LinkPath?, at snapshot: Snapshot) {
    if active.isEmpty { return }
    let read = ObjectRead(time: clock.now, version: snapshot.version, object: object, link: link)
    for log in active { log.append(.object(read), at: snapshot) }
  }

  func didCommit(_ transaction: CommittedTransaction) {
    if active.isEmpty || transaction.isEmpty { return }
    let entry = LogEntry.write(transaction, time: clock.now)
    for log in active { log.append(entry, at: transaction.after) }
  }
}

extension CommittedTransaction {
  var isEmpty: Bool { insertions.isEmpty && modifications.isEmpty && deletions.isEmpty }
}
