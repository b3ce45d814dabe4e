/// What an open write transaction has touched so far.
struct Transaction {
  /// The realm as it was before: what reads in the transaction are recorded with.
  let before: Snapshot
  var created: Set<ObjectReference> = []
  var touched: Set<ObjectReference> = []
  var deleted: Set<ObjectReference> = []

  init(before: Snapshot) { self.before = before }
}

/// The changes of one committed write transaction.
public struct CommittedTransaction: Sendable {
  /// The version that the transaction began from.
  public package(set) var before: Snapshot
  /// The version that it made.
  public package(set) var after: Snapshot
  /// Everything that was created, embedded objects and those that were deleted again included.
  package let created: Set<ObjectReference>
  /// Everything that was assigned to.
  package let touched: Set<ObjectReference>
  /// Everything that was deleted, embedded objects and those that were new included.
  package let deleted: Set<ObjectReference>

  init(_ transaction: Transaction, as after: Snapshot) {
    before = transaction.before
    self.after = after
    created = transaction.created
    touched = transaction.touched
    deleted = transaction.deleted
  }
}

/// The net changes.
///
/// Embedded objects come and go with their parent, which is then modified; only a change inside one is listed
/// under its own class.
extension CommittedTransaction {
  /// Sorted by class, then by creation; so are the other two.
  public var insertions: [ObjectReference] { created.filter(isInsertion).inCreationOrder }
  /// Objects that were assigned to, whether or not a value came out different.
  public var modifications: [ObjectReference] { touched.filter(isModification).inCreationOrder }
  /// Objects that were there before and are gone.
  public var deletions: [ObjectReference] { deleted.filter(isDeletion).inCreationOrder }

  /// Whether all three are empty.
  public var isEmpty: Bool {
    !created.contains(where: isInsertion) && !touched.contains(where: isModification)
      && !deleted.contains(where: isDeletion)
  }

  private func isInsertion(_ object: ObjectReference) -> Bool {
    !deleted.contains(object) && !isEmbedded(object)
  }

  private func isModification(_ object: ObjectReference) -> Bool {
    !deleted.contains(object) && !created.contains(object)
  }

  private func isDeletion(_ object: ObjectReference) -> Bool {
    !created.contains(object) && !isEmbedded(object)
  }

  private func isEmbedded(_ object: ObjectReference) -> Bool {
    after.schema.tables[object.table].isEmbedded
  }
}

extension Set<ObjectReference> {
  fileprivate var inCreationOrder: [ObjectReference] {
    sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }
}
