import ReferenceRealm

/// Changes of devices, carried out on what a server or a device has.
extension DocumentStore {
  package typealias Outcome = Document.Outcome

  /// What a change of a changeset would make of its object.
  package func merging(_ change: Changeset.Change, of changeset: Changeset) -> Outcome {
    Document.merging(
      change,
      into: self[change.id],
      deleted: tombstone(of: change.id),
      by: changeset.writer(at: log.count)
    )
  }

  /// Carries out what was decided on a change.
  package mutating func apply(_ outcome: Outcome, to id: DocumentID, of changeset: Changeset) {
    let writer = changeset.writer(at: log.count)
    switch outcome {
    case .discarded: return
    case .deleted: return remove(id, by: writer.stamp)
    case .written(let document): put(document, at: id)
    case .replaced(let document):
      note(writer.stamp, asDeletionOf: id)
      put(document, at: id)
      clearLinks(to: id, replacedBy: writer)
    }
    clearLinks(of: id, setBy: writer)
  }

  /// Clears links that were set before an object was deleted and created again (MERGE-7), unless the device that did this
  /// knew of them: what it did to those is among its changes.
  private mutating func clearLinks(to id: DocumentID, replacedBy writer: Writer) {
    for holder in holders(of: id) {
      removeLinks(
        of: holder,
        { target, set in
          guard target == id, let set else { return false }
          return !writer.knows(set) && !set.isLater(than: writer.stamp)
        },
        by: writer.stamp
      )
    }
  }

  /// Clears links that a device has set without knowing of such an object, and before there was one.
  private mutating func clearLinks(of id: DocumentID, setBy writer: Writer) {
    for (target, deletion) in successors(linkedBy: id) {
      guard !writer.knows(deletion), deletion.isLater(than: writer.stamp) else { continue }
      removeLinks(
        of: id,
        { $0 == target && $1?.isOfTransaction(writer.stamp) == true },
        by: deletion
      )
    }
  }
}
