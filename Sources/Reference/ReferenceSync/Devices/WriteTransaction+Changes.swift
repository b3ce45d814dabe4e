import ReferenceRealm

/// What a transaction of a device is to a server.
extension WriteTransaction {
  /// What happened object by object: new objects as they are in the end, and what was done to those that were there.
  ///
  /// The server clears the links to what is deleted. If deletions are not final, it may refuse one: then the links are there
  /// again, and until then the device does not show them.
  func changes(deletionsAreFinal: Bool, keyless: inout KeylessObjects) -> [Changeset.Change] {
    let deleted = Set(deletions.compactMap { before.documentID(of: $0) ?? keyless[$0] })
    var changes: [Changeset.Change] = []
    var created: Set<DocumentID> = []
    for object in insertions {
      guard let contents = after.contents(of: object),
        let id = after.documentID(of: object) ?? keyless.name(object)
      else { continue }
      created.insert(id)
      var change = Changeset.Change(id, .create(contents))
      change.isAnotherObject = deleted.contains(id)
      changes.append(change)
    }
    var recording = EditRecording(self, deleting: deleted, areFinal: deletionsAreFinal)
    for mutation in mutations { recording.add(mutation) }
    for object in recording.edits.keys.sorted(by: { ($0.table, $0.key) < ($1.table, $1.key) }) {
      guard after.contains(object), let edits = recording.edits[object],
        let id = after.documentID(of: object) ?? keyless[object]
      else { continue }
      changes.append(.init(id, .update(edits)))
    }
    for object in deletions {
      guard let id = before.documentID(of: object) ?? keyless[object], !created.contains(id) else {
        continue
      }
      changes.append(.init(id, .delete))
    }
    return changes
  }
}
