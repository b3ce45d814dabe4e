package import ReferenceRealm

/// A server for flexible sync: it judges what clients upload, and tells each what it is to have.
package final class FlexibleSyncServer {
  /// What the app allows; counts for sessions that begin from then on, but for the fields that can be queried.
  package var rules: AppRules
  package private(set) var store: DocumentStore
  /// For each synchronization of which something was refused, the compensating writes.
  package private(set) var log: [[CompensatingWrite]] = []
  private let stages: SyncStages
  private var sessionCount = 0

  /// A server without objects.
  package init(rules: AppRules, schema: Schema, stages: SyncStages = SyncStages()) {
    self.rules = rules
    self.stages = stages
    store = DocumentStore(schema: schema)
  }

  /// A new client of a user.
  func connect(user: String) -> ServerSession {
    sessionCount += 1
    let session = ServerSession(origin: sessionCount, user: user)
    beginSession(session)
    return session
  }

  /// Begins a session of a client anew, with the roles as they are now.
  func beginSession(_ session: ServerSession) {
    session.view.begin(rules, user: session.user, store.schema)
    session.viewHasChanged = true
  }

  /// Writes to a collection directly, past all rules.
  package func write(_ change: Changeset.Change, at time: Timestamp) {
    store.take(Changeset(time: time, origin: 0, base: store.log.count, changes: [change]))
  }
}

/// What a client sends.
enum Upload {
  case changeset(Changeset)
  case subscriptions(SubscriptionSet)
}

/// What a server answers.
struct Answer {
  /// For each transaction of which something was refused, the compensating writes.
  var errors: [CompensatingWriteError] = []
  /// What became of the subscription sets that were sent, by their version.
  var states: [Int: SubscriptionSet.State] = [:]
  var deliveries: [Delivery] = []
}

extension FlexibleSyncServer {
  /// Takes what a client sends, in its order, and answers with all that makes its realm what it is to be.
  func exchange(_ uploads: [Upload], _ session: ServerSession) -> Answer {
    var answer = Answer()
    var refused: Set<DocumentID> = []
    (session.shown, session.deleted) = (session.delivered, [:])
    for upload in uploads {
      switch upload {
      case .subscriptions(let set):
        let isTaken = session.view.subscribe(set.subscriptions, rules, store.schema)
        if isTaken { session.viewHasChanged = true }
        answer.states[set.version] = isTaken ? .complete : .error
      case .changeset(let changeset):
        let writes = apply(changeset, session, &refused)
        if !writes.isEmpty { answer.errors.append(CompensatingWriteError(writes: writes)) }
      }
    }
    if !refused.isEmpty { log.append(answer.errors.flatMap(\.writes)) }
    answer.deliveries = stages.deliver(
      deliveries(to: session),
      SyncStages.Exchange(client: session.origin, refused: refused, store: store)
    )
    return answer
  }

  /// - Returns: the compensating writes, one for each object of which nothing was refused before.
  private func apply(
    _ changeset: Changeset,
    _ session: ServerSession,
    _ refused: inout Set<DocumentID>
  ) -> [CompensatingWrite] {
    var writes: [CompensatingWrite] = []
    var changeset = changeset
    for change in changeset.changes {
      if case .create = change.kind { session.shown.insert(change.id) }
    }
    let shown = session.shown
    changeset.shows = { shown.contains($0) }
    changeset.deleted = session.deleted
    changeset.position = store.log.count
    for change in changeset.changes {
      session.touched.insert(change.id)
      if stages.isLost(change.id, refused) { continue }
      let outcome = stages.merge(change, changeset, store, session.view)
      switch outcome {
      case .discarded, .outdone: continue
      case .deleted, .written, .replaced: break
      }
      if store[change.id] == nil, outcome.contents == nil {
        // Another device has deleted it before: the later deletion counts.
        store.apply(outcome, to: change.id, of: changeset)
        continue
      }
      let attempt = Attempt(
        change: change,
        before: store[change.id]?.contents,
        after: outcome.contents
      )
      let refusal = stages.judge(attempt, session.view)
      store.apply(stages.settle(outcome, refusal), to: change.id, of: changeset)
      guard let refusal, refused.insert(change.id).inserted else { continue }
      writes.append(
        CompensatingWrite(
          objectType: store.schema.tables[change.id.table].name,
          primaryKey: change.id.key,
          refusal: refusal
        )
      )
    }
    for change in changeset.changes where change.deletes {
      session.deleted[change.id] = changeset.position
    }
    stages.settleLinks(&store, changeset)
    return writes
  }

  /// What differs between what a client has and what it is to have.
  ///
  /// Only objects that were written to are looked at, unless the view itself has changed.
  private func deliveries(to session: ServerSession) -> [Delivery] {
    var changed = session.touched
    var order = store.log[session.position...].filter { changed.insert($0).inserted }
    order += session.touched.sorted { $0.precedes($1) }
    var deliveries: [Delivery] = []
    var moved: [DocumentID] = []
    for id in order {
      guard let delivery = delivery(of: id, to: session) else { continue }
      // What the client deleted took its links along there, also if the deletion was refused.
      let isTouched = session.touched.contains(id)
      if isTouched || (delivery.contents == nil) == session.delivered.contains(id) {
        moved.append(id)
      }
      deliveries.append(delivery)
    }
    if session.viewHasChanged {
      for table in store.schema.tables.indices {
        for id in store.ids(of: table) where !changed.contains(id) {
          guard let delivery = delivery(of: id, to: session),
            (delivery.contents == nil) == session.delivered.contains(id)
          else { continue }
          moved.append(id)
          deliveries.append(delivery)
        }
      }
    }
    for delivery in deliveries {
      if delivery.contents == nil {
        session.delivered.remove(delivery.id)
      } else {
        session.delivered.insert(delivery.id)
      }
    }
    // An object that links to another shows it or not, as that comes and goes.
    var known = changed.union(moved)
    for holder in moved.flatMap(store.holders)
    where session.delivered.contains(holder) && known.insert(holder).inserted {
      deliveries.append(Delivery(id: holder, contents: store[holder]?.contents))
    }
    session.position = store.log.count
    session.touched = []
    session.viewHasChanged = false
    return deliveries
  }

  /// What a client is told of an object; nil if it neither has it nor is to have it.
  private func delivery(of id: DocumentID, to session: ServerSession) -> Delivery? {
    if let contents = store[id]?.contents, stages.isInView(contents, id.table, session.view) {
      return Delivery(id: id, contents: contents)
    }
    let isKnown = session.delivered.contains(id) || session.touched.contains(id)
    return isKnown ? Delivery(id: id, contents: nil) : nil
  }
}

extension DocumentID {
  /// An order of objects, whichever: results of a run are to be the same each time.
  fileprivate func precedes(_ other: DocumentID) -> Bool {
    table != other.table ? table < other.table : "\(key)" < "\(other.key)"
  }
}
