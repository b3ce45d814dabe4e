/// The changes of one write transaction; while it is open, what it has touched so far.
public struct WriteTransaction: Sendable {
  /// The version that the transaction began from: what reads in it are recorded with.
  public package(set) var before: Snapshot
  /// The version that it made; that from which it began as long as it is open.
  public package(set) var after: Snapshot
  /// Everything that was created, embedded objects and those that were deleted again included.
  package internal(set) var created: Set<ObjectReference> = []
  /// Everything that was assigned to.
  package internal(set) var touched: Set<ObjectReference> = []
  /// Everything that was deleted, embedded objects and those that were new included.
  package internal(set) var deleted: Set<ObjectReference> = []
  /// What was done to properties, in its order, if an observer follows it.
  package internal(set) var mutations: [Mutation] = []

  init(before: Snapshot) {
    self.before = before
    after = before
  }
}

/// The net changes.
///
/// Embedded objects come and go with their parent, which is then modified; only a change inside one is listed
/// under its own class.
extension WriteTransaction {
  /// Sorted by class, then by creation; so are the other two.
  public var insertions: [ObjectReference] { created.inCreationOrder(where: isInsertion) }
  /// Objects that were assigned to, whether or not a value came out different.
  public var modifications: [ObjectReference] { touched.inCreationOrder(where: isModification) }
  /// Objects that were there before and are gone.
  public var deletions: [ObjectReference] { deleted.inCreationOrder(where: isDeletion) }

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
  /// Those of which something is so, sorted; no set is made of them, which would hash each once more.
  fileprivate func inCreationOrder(where isSo: (ObjectReference) -> Bool) -> [ObjectReference] {
    var objects: [ObjectReference] = []
    objects.reserveCapacity(count)
    for object in self where isSo(object) { objects.append(object) }
    objects.sort { $0.table == $1.table ? $0.key < $1.key : $0.table < $1.table }
    return objects
  }
}
