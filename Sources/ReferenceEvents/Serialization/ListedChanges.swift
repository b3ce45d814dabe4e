import ReferenceRealm

/// The objects of a transaction that its event lists, each array in the order of creation.
struct ListedChanges {
  let insertions: [ObjectReference]
  let modifications: [ObjectReference]
  let deletions: [ObjectReference]

  init(_ transaction: CommittedTransaction, rules: WriteRules) {
    if !rules.listsMore {
      insertions = transaction.insertions
      modifications = transaction.modifications
      deletions = transaction.deletions
      return
    }
    var inserted = transaction.insertions
    var modified = transaction.modifications
    var deleted = transaction.deletions
    let touched = transaction.touched
    if rules.listsChangesOfNewObjects { modified += touched.intersection(inserted) }
    if rules.listsChangesOfDeletedObjects { modified += touched.intersection(deleted) }
    if rules.listsPassingObjects {
      let passing = transaction.created.intersection(transaction.deleted)
      inserted += passing
      deleted += passing
    }
    if rules.listsEmbeddedObjects {
      let isEmbedded = { (object: ObjectReference) in
        transaction.after.schema.tables[object.table].isEmbedded
      }
      inserted += transaction.created.subtracting(transaction.deleted).filter(isEmbedded)
      deleted += transaction.deleted.subtracting(transaction.created).filter(isEmbedded)
    }
    if rules.listsHoldersOfEmbeddedObjects {
      modified = modified.map { Self.outermost($0, at: transaction.after) }
    }
    insertions = Self.inCreationOrder(inserted)
    modifications = Self.inCreationOrder(modified)
    deletions = Self.inCreationOrder(deleted)
  }

  /// The object that an embedded one lives in, at any depth.
  private static func outermost(_ object: ObjectReference, at snapshot: Snapshot) -> ObjectReference
  {
    var outermost = object
    while snapshot.schema.tables[outermost.table].isEmbedded,
      let holder = snapshot.holder(of: outermost)
    { outermost = holder }
    return outermost
  }

  private static func inCreationOrder(_ objects: [ObjectReference]) -> [ObjectReference] {
    Set(objects).sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }
}
