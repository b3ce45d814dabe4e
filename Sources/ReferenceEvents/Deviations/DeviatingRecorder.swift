import ReferenceRealm

/// Records as no edition wants it: wrong implementations that the suite has to catch change its rules.
///
/// It stands apart so that `Recorder` reads as what is right; with rules that are all right it does the same.
final class DeviatingRecorder: Recorder {
  /// When the scopes began, by their ids.
  private var beginnings: [Int: Timestamp] = [:]
  /// What every scope counts as followed, if the rules ask for it.
  private var follows: [ObjectRead] = []
  /// Transactions that no scope has seen, if one is to catch up on them.
  private var unseen: [(LogEntry, Snapshot)] = []
  private var latest: Timestamp?

  override var now: Timestamp {
    let time = super.now
    if edition.metadata.timestampsGoBack { return time }
    let latest = max(latest ?? time, time)
    self.latest = latest
    return latest
  }

  // MARK: Scopes

  override func beginScope(activity: String) throws(EventError) -> ScopeLog {
    let outer = active.last
    let log = try super.beginScope(activity: activity)
    beginnings[log.id] = now
    if edition.scopes.inheritsNotes, let outer {
      log.entries = outer.entries
      log.snapshots = outer.snapshots
    }
    for (entry, snapshot) in unseen { log.append(entry, at: snapshot) }
    unseen = []
    return log
  }

  override func commit(_ log: ScopeLog, completion: EventCompletion?) {
    release(log)
    var scope = FinishedScope(log)
    let rules = edition.metadata
    if !rules.isCapturedAtBeginning { scope.metadata = metadata }
    let time = edition.scopes.stampsAtCommit ? now : rules.timesEvents ? nil : beginnings[log.id]
    if let time { scope.entries = scope.entries.map { $0.stamped(time) } }
    scope.foreignFollows = follows
    eventRealm.persist(scope, completion: completion)
  }

  override func cancel(_ log: ScopeLog) {
    super.cancel(log)
    if edition.metadata.returnsWithCancelledScopes { metadata = log.metadata }
  }

  // MARK: Reads and writes

  override func didEvaluateQuery(table: Int, objects: [Int64], in realm: Realm) {
    let rules = edition.reads
    if active.isEmpty || !rules.queries || (objects.isEmpty && !rules.emptyQueries) { return }
    let snapshot = version(of: realm)
    var objects = objects
    if !rules.notesNewObjects {
      objects.removeAll { !snapshot.contains(ObjectReference(table: table, key: $0)) }
    }
    let read = QueryRead(time: now, version: snapshot.version, table: table, objects: objects)
    note(.query(read), at: snapshot)
  }

  override func didInstantiate(
    _ object: ObjectReference,
    by access: ObjectAccess,
    in realm: Realm
  ) {
    if active.isEmpty || !edition.reads.isRead(object, by: access, in: realm.schema) { return }
    let snapshot = version(of: realm)
    if !edition.reads.notesNewObjects && !snapshot.contains(object) { return }
    let read = ObjectRead(
      time: now,
      version: snapshot.version,
      object: object,
      link: access.link
    )
    if edition.links.countsForeignFollows { follows.append(read) }
    note(.object(read), at: snapshot)
  }

  override func didCommit(_ transaction: CommittedTransaction) {
    let rules = edition.writes
    if active.isEmpty && !rules.catchesUp { return }
    if transaction.isEmpty && !rules.recordsEmptyTransactions { return }
    let entry = LogEntry.write(transaction, time: now)
    if active.isEmpty { unseen.append((entry, transaction.after)) }
    note(entry, at: transaction.after)
  }

  /// The version that reads show.
  private func version(of realm: Realm) -> Snapshot {
    edition.reads.showsUncommitted ? realm.current : realm.committed
  }

  override func note(_ entry: LogEntry, at snapshot: Snapshot) {
    for log in receivers(of: entry) {
      log.append(entry, at: snapshot)
      // The open version has changed since it was noted, and still has its number.
      if edition.reads.showsUncommitted { log.snapshots[snapshot.version] = snapshot }
    }
  }

  private func receivers(of entry: LogEntry) -> ArraySlice<ScopeLog> {
    if case .write = entry, !edition.writes.reachesEveryScope { return active.suffix(1) }
    return switch edition.scopes.receivers {
    case .all: active[...]
    case .innermost: active.suffix(1)
    case .outermost: active.prefix(1)
    }
  }

  // MARK: Custom events and metadata

  override func recordEvent(
    activity: String,
    eventType: String?,
    data: String?,
    completion: EventCompletion?
  ) {
    let inForce = metadata
    if !edition.metadata.isOfTheMomentInCustomEvents, let scope = active.last {
      metadata = scope.metadata
    }
    super.recordEvent(
      activity: activity,
      eventType: eventType,
      data: data,
      completion: completion
    )
    metadata = inForce
  }

  override func replaceMetadata(_ update: EventMetadata) throws(EventError) {
    let rules = edition.metadata
    do { try update.validate(for: edition) } catch {
      if rules.keepsGoodKeysOfRefusedUpdates {
        metadata = EventMetadata(
          update.entries.filter { (try? EventMetadata([$0]).validate(for: edition)) != nil }
        )
      }
      throw error
    }
    if !rules.takesUpdates || (update.entries.isEmpty && !rules.takesEmptyUpdates) { return }
    let named = Set(update.entries.map(\.key))
    let kept = rules.replacesAll ? [] : metadata.entries.filter { !named.contains($0.key) }
    try super.replaceMetadata(EventMetadata(kept + update.entries))
  }
}

extension LogEntry {
  /// The same at another time.
  fileprivate func stamped(_ time: Timestamp) -> LogEntry {
    switch self {
    case .query(var read):
      read.time = time
      return .query(read)
    case .object(var read):
      read.time = time
      return .object(read)
    case .write(let transaction, _): return .write(transaction, time: time)
    }
  }
}
