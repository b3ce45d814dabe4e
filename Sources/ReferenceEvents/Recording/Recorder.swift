import ReferenceRealm

/// Notes what happens in a realm in the log of every active scope.
///
/// Lives on the thread of the realm. What it does is what every edition wants; recorders that are wrong on purpose
/// override it (`DeviatingRecorder`).
class Recorder: RealmObserver {
  private let clock: EventClock
  let edition: Edition
  let eventRealm: EventRealm
  /// The metadata in force.
  var metadata: EventMetadata
  /// Every key that metadata has had, in the order of their first use.
  private(set) var metadataKeys: [String]
  /// The logs of the scopes in progress, in the order of their beginning.
  private(set) var active: [ScopeLog] = []
  private var scopeCount = 0

  init(configuration: EventConfiguration) {
    clock = configuration.clock
    edition = configuration.edition
    metadata = configuration.metadata
    metadataKeys = metadata.entries.map(\.key)
    eventRealm = EventRealm(configuration: configuration)
  }

  /// The time of what happens now.
  var now: Timestamp { clock.now }

  // MARK: Scopes

  /// - Throws: `other` if a scope is active and the edition knows one at a time.
  func beginScope(activity: String) throws(EventError) -> ScopeLog {
    guard edition.allowsOverlappingScopes || active.isEmpty else {
      throw EventError(.other, "Cannot begin audit scope: audit already in progress")
    }
    if edition.opensAtBeginning { try eventRealm.openNow() }
    scopeCount += 1
    let log = ScopeLog(id: scopeCount, activity: activity, metadata: metadata)
    active.append(log)
    return log
  }

  func isActive(_ log: ScopeLog) -> Bool { active.contains { $0 === log } }

  /// Stops noting in this log, and hands what was noted over to be persisted.
  func commit(_ log: ScopeLog, completion: EventCompletion?) {
    release(log)
    eventRealm.persist(FinishedScope(log), completion: completion)
  }

  /// Stops noting in this log, and forgets what was noted.
  func cancel(_ log: ScopeLog) { release(log) }

  /// Stops noting in this log, if it is active.
  func release(_ log: ScopeLog) { active.removeAll { $0 === log } }

  // MARK: Reads and writes

  func didEvaluateQuery(table: Int, objects: [Int64], in realm: Realm) {
    if active.isEmpty || objects.isEmpty { return }
    // Reads show the last version that was committed, also within a transaction.
    let snapshot = realm.committed
    let read = QueryRead(time: now, version: snapshot.version, table: table, objects: objects)
    note(.query(read), at: snapshot)
  }

  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {
    if active.isEmpty || realm.schema.tables[object.table].isEmbedded { return }
    let snapshot = realm.committed
    let read = ObjectRead(
      time: now,
      version: snapshot.version,
      object: object,
      link: access.link
    )
    note(.object(read), at: snapshot)
  }

  func didCommit(_ transaction: CommittedTransaction) {
    if active.isEmpty || transaction.isEmpty { return }
    note(.write(transaction, time: now), at: transaction.after)
  }

  /// Adds to the log of every active scope.
  func note(_ entry: LogEntry, at snapshot: Snapshot) {
    for log in active { log.append(entry, at: snapshot) }
  }

  // MARK: Custom events and metadata

  func recordEvent(
    activity: String,
    eventType: String?,
    data: String?,
    completion: EventCompletion?
  ) {
    let event = PendingEvent(
      labels: EventLabels(activity: activity, metadata: metadata),
      timestamp: now,
      event: eventType,
      data: data.map { .text(Array($0.utf8)) }
    )
    eventRealm.persist(event, completion: completion)
  }

  /// Replaces the metadata for custom events from now on, and for scopes that begin from now on.
  func replaceMetadata(_ update: EventMetadata) throws(EventError) {
    try update.validate(for: edition)
    metadata = update
    for entry in update.entries where !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
  }
}

extension CommittedTransaction {
  var isEmpty: Bool { insertions.isEmpty && modifications.isEmpty && deletions.isEmpty }
}
