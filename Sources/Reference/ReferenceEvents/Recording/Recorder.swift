import ReferenceRealm

/// Tells the first stage of the pipeline what happens in a realm, and hands on what is complete.
///
/// Lives on the thread of the realm.
final class Recorder {
  let edition: Edition
  let eventRealm: any EventStorage
  private let pipeline: Pipeline
  private var recording: Recording
  /// What the classes look like in payloads: a small scope is not to pay for a large schema.
  private var plan: SerializationPlan?
  /// Every key that metadata has had, in the order of their first use.
  private(set) var metadataKeys: [String]
  private var scopeCount = 0

  init(configuration: EventConfiguration) {
    edition = configuration.edition
    pipeline = configuration.pipeline
    recording = Recording(configuration)
    metadataKeys = configuration.metadata.entries.map(\.key)
    eventRealm =
      configuration.isInMemory
      ? MemoryEventRealm(configuration: configuration) : EventRealm(configuration: configuration)
  }

  func observe(_ operation: Operation, completion: EventCompletion? = nil) {
    switch pipeline.observe(operation, &recording) {
    case .scope(let scope):
      let plan = plan(for: scope)
      eventRealm.persist(isEmpty: scope.entries.isEmpty, completion: completion) { store in
        try plan?.forEachEvent(of: scope, store)
      }
    case .event(let event):
      eventRealm.persist(isEmpty: false, completion: completion) { store in try store(event) }
    case nil: break
    }
  }

  /// What the payloads of a scope are written by; nil for one without any version, in which nothing happened.
  private func plan(for scope: ScopeLog) -> SerializationPlan? {
    if plan == nil, let schema = scope.snapshots.values.first?.schema {
      plan = SerializationPlan(schema, pipeline: pipeline)
    }
    return plan
  }

  /// - Returns: the number of the scope.
  /// - Throws: `other` if a scope is active and the edition knows one at a time.
  func beginScope(activity: String) throws(EventError) -> Int {
    guard edition.allowsOverlappingScopes || recording.scopes.isEmpty else {
      throw EventError(.other, "Cannot begin audit scope: audit already in progress")
    }
    if edition.opensAtBeginning { try eventRealm.openNow() }
    scopeCount += 1
    let log = ScopeLog(id: scopeCount, activity: activity, metadata: recording.metadata)
    observe(.beginScope(log))
    return log.id
  }

  func isActive(_ scope: Int) -> Bool { recording.scopes[scope] != nil }

  /// Replaces the metadata for custom events from now on, and for scopes that begin from now on.
  func replaceMetadata(_ update: EventMetadata) throws(EventError) {
    try update.validate(for: edition)
    observe(.updateMetadata(update))
    for entry in recording.metadata.entries {
      // Swift takes `é` in one scalar and in two for the same; they are two fields.
      let isKnown = metadataKeys.contains { $0.hasSameBytes(as: entry.key) }
      if !isKnown { metadataKeys.append(entry.key) }
    }
  }
}

extension Recorder: RealmObserver {
  func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool, in realm: Realm) {
    observe(.query(table: table, objects: objects, foundNull: foundNull, in: realm))
  }

  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {
    observe(.object(object, by: access, in: realm))
  }

  func didCommit(_ transaction: WriteTransaction) { observe(.transaction(transaction)) }
}
