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
  /// What every scope counts as followed, if the rules ask for it.
  private var follows: [ObjectRead] = []
  /// Transactions that no scope has seen, if one is to catch up on them.
  private var unseen: [(LogEntry, Snapshot)] = []
  private var latest: Timestamp?

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
    if edition.upload.opensAtBeginning { try writer.openNow() }
    scopeCount += 1
    let log = ScopeLog(id: scopeCount, activity: activity, metadata: metadata, begun: now)
    if edition.scopes.inheritsNotes, let other = active.last { log.inherit(from: other) }
    for (entry, snapshot) in unseen { log.append(entry, at: snapshot) }
    unseen = []
    active.append(log)
    return log
  }

  /// Hands what was noted over to be persisted.
  func persist(_ log: ScopeLog, completion: EventCompletion?) {
    let rules = edition.metadata
    let stamp = edition.scopes.stampsAtCommit ? now : rules.timesEvents ? nil : log.begun
    let finished = log.finished(
      metadata: rules.isCapturedAtBeginning ? log.metadata : metadata,
      foreignFollows: follows,
      stamp: stamp
    )
    writer.persist(finished, completion: completion)
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

  func didCancel(_ log: ScopeLog) {
    if edition.metadata.returnsWithCancelledScopes { metadata = log.metadata }
  }

  /// The time of what happens now.
  private var now: Timestamp {
    let time = clock.now
    if edition.metadata.timestampsGoBack { return time }
    latest = max(latest ?? time, time)
    return latest ?? time
  }

  func replaceMetadata(_ update: EventMetadata) throws(EventError) {
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
    metadata = EventMetadata(kept + update.entries)
    for entry in update.entries where !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
  }

  func recordEvent(
    activity: String,
    eventType: String?,
    data: String?,
    completion: EventCompletion?
  ) {
    let metadata =
      edition.metadata.isOfTheMomentInCustomEvents ? metadata : active.last?.metadata ?? metadata
    let event = PendingEvent(
      labels: EventLabels(activity: activity, metadata: metadata),
      timestamp: now,
      event: eventType,
      data: data.map { .text(Array($0.utf8)) }
    )
    writer.persist(event, completion: completion)
  }
}

extension Recorder: RealmObserver {
  func didEvaluateQuery(table: Int, objects: [Int64], in realm: Realm) {
    let rules = edition.reads
    if active.isEmpty || !rules.queries || (objects.isEmpty && !rules.emptyQueries) { return }
    let snapshot = version(of: realm)
    var objects = objects
    if !rules.notesNewObjects {
      objects.removeAll { !snapshot.contains(ObjectReference(table: table, key: $0)) }
    }
    note(
      .query(
        QueryRead(time: now, version: snapshot.version, table: table, objects: objects)
      ),
      at: snapshot
    )
  }

  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {
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

  func didCommit(_ transaction: CommittedTransaction) {
    let rules = edition.writes
    if active.isEmpty && !rules.catchesUp { return }
    if transaction.isEmpty && !rules.recordsEmptyTransactions { return }
    let entry = LogEntry.write(transaction, time: now)
    if active.isEmpty { unseen.append((entry, transaction.after)) }
    note(entry, at: transaction.after, in: rules.reachesEveryScope ? nil : .innermost)
  }

  /// The version that reads show: the last one that was committed.
  private func version(of realm: Realm) -> Snapshot {
    edition.reads.showsUncommitted ? realm.current : realm.committed
  }

  private func note(
    _ entry: LogEntry,
    at snapshot: Snapshot,
    in receivers: ScopeRules.Receivers? = nil
  ) {
    let receivers =
      switch receivers ?? edition.scopes.receivers {
      case .all: active[...]
      case .innermost: active.suffix(1)
      case .outermost: active.prefix(1)
      }
    for log in receivers {
      log.append(entry, at: snapshot, isOpen: edition.reads.showsUncommitted)
    }
  }
}

extension CommittedTransaction {
  var isEmpty: Bool { insertions.isEmpty && modifications.isEmpty && deletions.isEmpty }
}
