package import ReferenceRealm

/// Keeps what a flexible-sync realm has written until it is synchronized, and plays the server that then judges it.
///
/// Covers what S2 prints: new objects and changes that are outside of the subscriptions or against the role are
/// reverted. Deletions are always legal here.
package final class FlexibleSyncSession {
  private let configuration: FlexibleSyncConfiguration
  private var pending: [WriteTransaction] = []
  /// Every compensating write so far.
  package var compensatingWrites: [CompensatingWrite] { serverLog.flatMap(\.self) }
  /// What the sync client has logged about errors.
  package var clientLog: [String] { serverLog.map { _ in CompensatingWrite.logLine } }
  /// What the server has logged: for each synchronization that reverted something, the compensating writes.
  package private(set) var serverLog: [[CompensatingWrite]] = []

  init(configuration: FlexibleSyncConfiguration) { self.configuration = configuration }

  /// Uploads what was committed since the last time, and takes back what the server refuses.
  ///
  /// Later writes to an object that is taken back are lost with it.
  ///
  /// - Returns: the compensating writes of this synchronization, in the order of the writes.
  package func synchronize(_ realm: Realm) throws -> [CompensatingWrite] {
    var refused: [(object: ObjectReference, before: Snapshot)] = []
    var lost: Set<ObjectReference> = []
    var infos: [CompensatingWrite] = []
    for transaction in pending {
      for object in transaction.insertions + transaction.modifications where !lost.contains(object)
      {
        guard let info = try refusal(of: object, at: transaction.after) else { continue }
        lost.insert(object)
        refused.append((object, transaction.before))
        infos.append(info)
      }
    }
    pending = []
    if infos.isEmpty { return [] }
    try realm.integrate {
      for (object, before) in refused { try realm.revert(object, to: before) }
    }
    serverLog.append(infos)
    return infos
  }

  /// Why the server refuses a written object; nil if it does not.
  private func refusal(of object: ObjectReference, at snapshot: Snapshot) throws
    -> CompensatingWrite?
  {
    guard let key = snapshot.primaryKey(of: object) else { return nil }
    let frozen = FrozenObject(snapshot: snapshot, reference: object)
    let table = frozen.className
    let subscriptions = configuration.subscriptions[table] ?? []
    let why: String
    if try !subscriptions.contains(where: { try frozen.matches($0) }) {
      why = "not allowed; object is outside of the current query view"
    } else if try !frozen.matches(configuration.writable) {
      why = "was denied by write filter in role \"\(configuration.role)\""
    } else {
      return nil
    }
    return CompensatingWrite(
      objectType: table,
      primaryKey: key,
      reason: "write to \"\(key)\" in table \"\(table)\" \(why)"
    )
  }
}

extension FlexibleSyncSession: RealmObserver {
  /// Reads are not synchronized.
  package func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool, in realm: Realm) {}

  /// Reads are not synchronized.
  package func didInstantiate(
    _ object: ObjectReference,
    by access: ObjectAccess,
    in realm: Realm
  ) {}

  /// Keeps the transaction for the next synchronization.
  package func didCommit(_ transaction: WriteTransaction) { pending.append(transaction) }
}

extension Realm {
  /// The flexible-sync session of this realm; nil if it has none.
  package var flexibleSyncSession: FlexibleSyncSession? {
    observers.lazy.compactMap { $0 as? FlexibleSyncSession }.first
  }
}
