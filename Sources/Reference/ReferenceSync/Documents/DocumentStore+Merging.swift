/// Changes of devices, carried out on what a server or a device has.
extension DocumentStore {
  package typealias Outcome = Document.Outcome

  /// Carries out a transaction that arrives.
  ///
  /// - Parameters:
  ///   - changeset: the transaction.
  ///   - merge: what a change would make of its object.
  /// - Returns: the transaction, with its place among the changes.
  @discardableResult
  package mutating func take(
    _ changeset: Changeset,
    _ merge: (Changeset.Change, Changeset, DocumentStore) -> Outcome = { $2.merging($0, of: $1) }
  ) -> Changeset {
    var changeset = changeset
    changeset.position = log.count
    for change in changeset.changes {
      apply(merge(change, changeset, self), to: change.id, of: changeset)
    }
    return changeset
  }

  /// What a change of a changeset would make of its object.
  package func merging(_ change: Changeset.Change, of changeset: Changeset) -> Outcome {
    Document.merging(
      change,
      into: self[change.id],
      deletions: deletions(of: change.id),
      by: changeset.writer(in: schema)
    )
  }

  /// Carries out what was decided on a change.
  package mutating func apply(_ outcome: Outcome, to id: DocumentID, of changeset: Changeset) {
    let stamp = changeset.stamp
    switch outcome {
    case .discarded: break
    case .deleted: remove(id, by: stamp)
    case .outdone(let createsAgain): note(outdone: stamp, of: id, createsAgain: createsAgain)
    case .written(let document): put(document, at: id)
    case .replaced(let document):
      replace(id, with: document, by: stamp)
    }
  }
}
