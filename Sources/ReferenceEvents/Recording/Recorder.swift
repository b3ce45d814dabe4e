import ReferenceRealm

/// Tells the first stage of the pipeline what happens in a realm, and hands on what is complete.
///
/// Lives on the thread of the realm.
final class Recorder {
  let edition: Edition
  let eventRealm: EventRealm
  private let pipeline: Pipeline
  private var recording: Recording
  /// Every key that metadata has had, in the order of their first use.
  private(set) var metadataKeys: [String]
  private var scopeCount = 0

  init(configuration: EventConfiguration) {
    edition = configuration.edition
    pipeline = configuration.pipeline
    recording = Recording(configuration)
    metadataKeys = configuration.metadata.entries.map(\.key)
    eventRealm = EventRealm(configuration: configuration)
  }

  private func observe(_ operation: Operation, completion: EventCompletion? = nil) {
    switch pipeline.observe(operation, &recording) {
    case .scope(let scope): eventRealm.persist(scope, completion: completion)
    case .event(let event): eventRealm.persist(event, completion: completion)
    case nil: break
    }
  }

  // MARK: Scopes

  /// - Throws: `other` if a scope is active and the edition knows one at a time.
  func beginScope(activity: String) throws(EventError) -> ScopeLog {
    guard edition.allowsOverlappingScopes || recording.scopes.isEmpty else {
      throw EventError(.other, "Cannot begin audit scope: audit already in progress")
    }
    if edition.opensAtBeginning { try eventRealm.openNow() }
    scopeCount += 1
    let log = ScopeLog(id: scopeCount, activity: activity, metadata: recording.metadata)
    observe(.beginScope(log))
    return log
  }

  func isActive(_ log: ScopeLog) -> Bool { recording.scopes.contains { $0 === log } }

  /// Stops noting in this log, and hands what was noted over to be persisted.
  func commit(_ log: ScopeLog, completion: EventCompletion?) {
    observe(.commitScope(log), completion: completion)
  }

  /// Stops noting in this log, and forgets what was noted.
  func cancel(_ log: ScopeLog) { observe(.cancelScope(log)) }

  // MARK: Custom events and metadata

  func recordEvent(
    activity: String,
    eventType: String?,
    data: String?,
    completion: EventCompletion?
  ) {
    observe(
      .recordEvent(activity: activity, eventType: eventType, data: data),
      completion: completion
    )
  }

  /// Replaces the metadata for custom events from now on, and for scopes that begin from now on.
  func replaceMetadata(_ update: EventMetadata) throws(EventError) {
    try update.validate(for: edition)
    observe(.updateMetadata(update))
    for entry in recording.metadata.entries where !metadataKeys.contains(entry.key) {
      metadataKeys.append(entry.key)
    }
  }
}

extension Recorder: RealmObserver {
  func didEvaluateQuery(table: Int, objects: [Int64], in realm: Realm) {
    observe(.query(table: table, objects: objects, in: realm))
  }

  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {
    observe(.object(object, by: access, in: realm))
  }

  func didCommit(_ transaction: CommittedTransaction) { observe(.transaction(transaction)) }
}
