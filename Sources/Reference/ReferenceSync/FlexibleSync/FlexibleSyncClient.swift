package import ReferenceRealm

/// The part of a flexible-sync realm that is on a device: what it subscribes to, what it has not sent yet, and what it
/// was told about refused writes.
///
/// All of it is in the file of the realm: it stays when the process ends.
package final class FlexibleSyncClient {
  private enum Pending {
    case transaction(WriteTransaction, Timestamp)
    case subscriptions(SubscriptionSet)
  }

  /// Whether there is a connection to the server.
  package var isOnline = true
  /// The subscriptions as they were updated last.
  package private(set) var subscriptions = SubscriptionSet()
  /// Is told of refused writes, once what takes them back is on the device.
  package var errorHandler: ((CompensatingWriteError) -> Void)?
  /// What the sync client has logged about errors.
  package private(set) var log: [String] = []
  private let server: FlexibleSyncServer
  private let session: ServerSession
  private let clock: () -> Timestamp
  private var pending: [Pending] = []
  private var keyless = KeylessObjects.untold
  private var isOpen = false

  /// The client of a user on a device with a clock.
  package init(
    user: User,
    server: FlexibleSyncServer,
    clock: @escaping () -> Timestamp = Timestamp.now
  ) {
    self.server = server
    self.clock = clock
    session = server.connect(user: user.id)
  }

  /// Opens the file for a process.
  ///
  /// - Throws: `multipleSyncAgents` while another process has it open.
  package func open() throws(SyncError) {
    guard !isOpen else {
      throw SyncError(
        .multipleSyncAgents,
        "Multiple sync agents attempted to join the same session"
      )
    }
    isOpen = true
  }

  /// The process ends; another may open the file then.
  package func abandon() {
    isOpen = false
    beginSession()
  }

  /// Ends the sync session and begins another.
  package func beginSession() { server.beginSession(session) }

  /// Changes the subscriptions, all at once or not at all.
  ///
  /// What follows comes with the next synchronization.
  package func update(_ block: (inout SubscriptionUpdate) throws -> Void) rethrows {
    var update = SubscriptionUpdate(subscriptions: subscriptions.subscriptions)
    try block(&update)
    subscriptions.version += 1
    subscriptions.state = .pending
    subscriptions.subscriptions = update.subscriptions
    pending.append(.subscriptions(subscriptions))
  }

  /// Sends what was committed since the last time, and applies what comes back.
  ///
  /// - Returns: what the server refused, an element an object.
  /// - Throws: `offline`; `subscriptionFailed` if the latest subscriptions were refused. Everything else was
  ///   synchronized then.
  @discardableResult
  package func synchronize(_ realm: Realm) throws -> [CompensatingWrite] {
    guard isOnline else { throw SyncError(.offline, "the device is offline") }
    guard !realm.isInWriteTransaction else {
      throw RealmError(
        .alreadyInWriteTransaction,
        "a realm is not synchronized while a write transaction is open"
      )
    }
    let answer = server.exchange(uploads(), session)
    try realm.integrate(answer.deliveries, keyless: &keyless)
    for error in answer.errors { errorHandler?(error) }
    if !answer.errors.isEmpty { log.append(CompensatingWrite.logLine) }
    guard let state = answer.states[subscriptions.version] else {
      return answer.errors.flatMap(\.writes)
    }
    subscriptions.state = state
    if state == .error {
      throw SyncError(.subscriptionFailed, "a subscription asks for a field that is not queryable")
    }
    return answer.errors.flatMap(\.writes)
  }

  private func uploads() -> [Upload] {
    defer { pending = [] }
    return pending.map { item in
      switch item {
      case .subscriptions(let set): return .subscriptions(set)
      case .transaction(let transaction, let time):
        let changes = transaction.changes(deletionsAreFinal: false, keyless: &keyless)
        return .changeset(
          Changeset(
            time: time,
            origin: session.origin,
            base: session.position,
            changes: changes
          )
        )
      }
    }
  }
}

extension FlexibleSyncClient: RealmObserver {
  /// Reads are not synchronized.
  package func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool, in realm: Realm) {}

  /// Reads are not synchronized.
  package func didInstantiate(
    _ object: ObjectReference,
    by access: ObjectAccess,
    in realm: Realm
  ) {}

  /// Keeps objects from being created that no subscription could ever ask for.
  package func willCreateObject(of table: Schema.Table) throws(RealmError) {
    if subscriptions.subscriptions.contains(where: { $0.className == table.name }) { return }
    throw RealmError(
      .noSubscriptionForWrite,
      "Cannot write to class \(table.name) when no flexible sync subscription has been created."
    )
  }

  /// What is sent says what was done.
  package var followsMutations: Bool { true }

  /// Keeps the transaction for the next synchronization.
  package func didCommit(_ transaction: WriteTransaction) {
    pending.append(.transaction(transaction, clock()))
  }
}
