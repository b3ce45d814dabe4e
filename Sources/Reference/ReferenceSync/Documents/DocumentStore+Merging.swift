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
      by: changeset.writer(at: log.count, in: schema)
    )
  }

  /// Carries out what was decided on a change.
  package mutating func apply(_ outcome: Outcome, to id: DocumentID, of changeset: Changeset) {
    let writer = changeset.writer(at: log.count, in: schema)
    switch outcome {
    case .discarded: break
    case .deleted: remove(id, by: writer.stamp)
    case .written(let document): put(document, at: id)
    case .replaced(let document):
      replace(id, with: document, by: writer.stamp)
    }
  }

  /// Clears the links that a transaction has set to objects whose deletion it did not know of, also where these were created
  /// again.
  mutating func dropLinksToDeleted(of changeset: Changeset) {
    if lastDeletion < changeset.base { return }
    let writer = changeset.writer(at: log.count, in: schema)
    for change in changeset.changes {
      let cleared = clearing(
        { changeset.made($1) && hasCut($0, from: writer) },
        in: change.id,
        by: writer.stamp
      )
      if let cleared { put(cleared, at: change.id) }
    }
  }
}
