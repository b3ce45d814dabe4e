/// What an open write transaction has touched so far.
struct Transaction {
  /// The realm as it was before: what reads in the transaction are recorded with.
  let before: Snapshot
  private(set) var created: Set<ObjectReference> = []
  private(set) var touched: Set<ObjectReference> = []
  private(set) var deleted: Set<ObjectReference> = []

  init(before: Snapshot) { self.before = before }

  mutating func create(_ object: ObjectReference) { created.insert(object) }
  mutating func touch(_ object: ObjectReference) { touched.insert(object) }
  mutating func touch(_ objects: Set<ObjectReference>) { touched.formUnion(objects) }
  mutating func delete(_ objects: Set<ObjectReference>) { deleted.formUnion(objects) }

  /// The net changes, once the transaction is committed as that version.
  func committed(as after: Snapshot) -> CommittedTransaction {
    let isEmbedded = { (object: ObjectReference) in after.schema.tables[object.table].isEmbedded }
    return CommittedTransaction(
      before: before,
      after: after,
      insertions: created.subtracting(deleted).filter { !isEmbedded($0) }.inCreationOrder,
      modifications: touched.subtracting(deleted).subtracting(created).inCreationOrder,
      deletions: deleted.subtracting(created).filter { !isEmbedded($0) }.inCreationOrder,
      created: created,
      touched: touched,
      deleted: deleted
    )
  }
}

/// The net changes of one committed write transaction.
///
/// Embedded objects come and go with their parent, which is then modified; only a change inside one is listed
/// under its own class.
public struct CommittedTransaction: Sendable {
  /// The version that the transaction began from.
  public let before: Snapshot
  /// The version that it made.
  public let after: Snapshot
  /// Sorted by class, then by creation; so are the other two.
  public let insertions: [ObjectReference]
  /// Objects that were assigned to, whether or not a value came out different.
  public let modifications: [ObjectReference]
  /// Objects that were there before and are no more.
  public let deletions: [ObjectReference]
  /// Everything that was created, assigned to and deleted on the way, embedded and passing objects included.
  package let created: Set<ObjectReference>
  package let touched: Set<ObjectReference>
  package let deleted: Set<ObjectReference>
}

extension Set<ObjectReference> {
  fileprivate var inCreationOrder: [ObjectReference] {
    sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }
}
