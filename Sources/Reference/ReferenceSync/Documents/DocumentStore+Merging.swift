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
    let stamp = changeset.writer(at: log.count).stamp
    switch outcome {
    case .discarded: break
    case .deleted: remove(id, by: stamp)
    case .written(let document): put(document, at: id)
    case .replaced(let document):
      note(stamp, asDeletionOf: id)
      put(document, at: id)
    }
  }
}
