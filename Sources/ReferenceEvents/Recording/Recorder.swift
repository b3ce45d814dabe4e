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
    if edition.scopes.inheritsNotes, let other = active.last { log.inherit(from: other) }
    active.append(log)
    return log
  }

  /// Hands what was noted over to be persisted.
  func persist(_ log: ScopeLog, completion: EventCompletion?) {
    let stamp = edition.scopes.stampsAtCommit ? clock.now : nil
    writer.persist(log.finished(foreignFollows: follows, stamp: stamp), completion: completion)
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
        QueryRead(time: clock.now, version: snapshot.version, table: table, objects: objects)
      ),
      at: snapshot
    )
  }

  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {
    if active.isEmpty || !edition.reads.isRead(object, by: access, in: realm.schema) { return }
    let snapshot = version(of: realm)
    if !edition.reads.notesNewObjects && !snapshot.contains(object) { return }
    let read = ObjectRead(
      time: clock.now,
      version: snapshot.version,
      object: object,
      link: access.link
    )
    if edition.links.countsForeignFollows { follows.append(read) }
    note(.object(read), at: snapshot)
  }

  func didCommit(_ transaction: CommittedTransaction) {
    if active.isEmpty || transaction.isEmpty { return }
    note(.write(transaction, time: clock.now), at: transaction.after)
  }

  /// The version that reads show: the last one that was committed.
  private func version(of realm: Realm) -> Snapshot {
    edition.reads.showsUncommitted ? realm.current : realm.committed
  }

  private func note(_ entry: LogEntry, at snapshot: Snapshot) {
    let receivers =
      switch edition.scopes.receivers {
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
