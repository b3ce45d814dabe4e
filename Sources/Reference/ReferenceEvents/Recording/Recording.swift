package import ReferenceRealm

/// What a recorder keeps in mind: the scopes in progress with what they have noted, and the metadata in force.
package struct Recording {
  /// What time it is.
  package var clock: EventClock
  /// The metadata of custom events, and of scopes that begin now.
  package var metadata: EventMetadata
  /// The logs of the scopes in progress by their numbers, which rise in the order of their beginning.
  package var scopes: [Int: ScopeLog] = [:]

  private let notesQueriesOfNulls: Bool

  init(_ configuration: EventConfiguration) {
    notesQueriesOfNulls = configuration.edition.notesQueriesOfNulls
    clock = configuration.clock
    metadata = configuration.metadata
  }

  /// Adds to the log of every scope in progress.
  package mutating func note(_ entry: LogEntry, at snapshot: Snapshot) {
    changeScopes { $0.append(entry, at: snapshot) }
  }

  /// Changes the log of every scope in progress, in no particular order.
  package mutating func changeScopes(_ change: (inout ScopeLog) -> Void) {
    // Not over `indices`, which would hold a copy of the logs while they grow.
    var index = scopes.values.startIndex
    while index != scopes.values.endIndex {
      change(&scopes.values[index])
      scopes.values.formIndex(after: &index)
    }
  }

  /// Adds a read to the log of every scope in progress.
  package mutating func noteRead(_ operation: Operation) {
    guard !scopes.isEmpty, let (entry, realm) = operation.read(clock) else { return }
    note(entry, at: realm.committed)
  }

  /// Takes an operation in.
  ///
  /// - Returns: what became complete by it.
  mutating func observe(_ operation: Operation) -> Recorded? {
    switch operation {
    case .query(_, let objects, let foundNull, _):
      if !objects.isEmpty || foundNull && notesQueriesOfNulls { noteRead(operation) }
    case .object(let object, _, let realm):
      if !realm.schema.tables[object.table].isEmbedded { noteRead(operation) }
    case .transaction(let transaction):
      if scopes.isEmpty || transaction.isEmpty { return nil }
      note(.write(transaction, time: clock.now), at: transaction.after)
    case .beginScope(let log): scopes[log.id] = log
    case .commitScope(let id): return scopes.removeValue(forKey: id).map(Recorded.scope)
    case .cancelScope(let id): scopes[id] = nil
    case .recordEvent(let activity, let eventType, let data):
      return .event(
        PendingEvent(
          labels: EventLabels(activity: activity, metadata: metadata),
          timestamp: clock.now,
          event: eventType,
          data: data.map { .text(Array($0.utf8)) }
        )
      )
    case .updateMetadata(let update): metadata = update
    }
    return nil
  }
}
