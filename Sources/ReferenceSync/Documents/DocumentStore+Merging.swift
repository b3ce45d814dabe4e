import ReferenceRealm

/// What becomes of an object that is changed at two places: properties one by one, the later commit wins, and a
/// deletion wins over everything that did not know of it.
extension DocumentStore {
  /// What a change would make of its object.
  package enum Outcome: Sendable {
    /// Nothing: the object was deleted meanwhile, or never arrived.
    case discarded
    case deleted
    case written(Document)

    /// The contents of the object afterwards; nil if there is none.
    package var contents: [Content]? {
      if case .written(let document) = self { document.contents } else { nil }
    }
  }

  /// What a change of a changeset would make of its object.
  package func merging(_ change: Changeset.Change, of changeset: Changeset) -> Outcome {
    if let tombstone = tombstone(of: change.id), changeset.isUnaware(of: tombstone) {
      return .discarded
    }
    let stamp = Stamp(position: log.count, time: changeset.time, origin: changeset.origin)
    let present = self[change.id]
    switch (change.kind, present) {
    case (.create(let contents), nil):
      return .written(Document(contents: contents, stamps: contents.map { _ in stamp }))
    case (.delete, _?): return .deleted
    case (.delete, nil), (.update, nil): return .discarded
    case (.create(let contents), let present?):
      let columns = Dictionary(uniqueKeysWithValues: contents.enumerated().map { ($0, $1) })
      return .written(merging(columns, stamp, of: changeset, into: present))
    case (.update(let columns), let present?):
      return .written(merging(columns, stamp, of: changeset, into: present, change.before))
    }
  }

  private func merging(
    _ columns: [Int: Content],
    _ stamp: Stamp,
    of changeset: Changeset,
    into present: Document,
    _ before: [Int: Content] = [:]
  ) -> Document {
    var document = present
    for (column, content) in columns {
      if let old = before[column], old != present.contents[column] {
        let other = present.stamps[column]
        let isLater = other.map { !$0.isLater(than: stamp) } ?? true
        let merged = content.merged(since: old, with: present.contents[column], isLater: isLater)
        document.contents[column] = merged
        document.stamps[column] = isLater ? stamp : other
        continue
      }
      if let other = present.stamps[column], changeset.isUnaware(of: other),
        other.isLater(than: stamp)
      {
        continue
      }
      document.contents[column] = content
      document.stamps[column] = stamp
    }
    return document
  }

  /// Carries out what was decided on a change.
  package mutating func apply(_ outcome: Outcome, to id: DocumentID, of changeset: Changeset) {
    switch outcome {
    case .discarded: break
    case .deleted: remove(id, time: changeset.time, origin: changeset.origin)
    case .written(let document): put(document, at: id)
    }
  }
}

extension DocumentStore.Stamp {
  /// Equal times are decided by the number of the device, so that every order of arrival comes to the same.
  fileprivate func isLater(than other: DocumentStore.Stamp) -> Bool {
    (time.milliseconds, origin) > (other.time.milliseconds, other.origin)
  }
}

extension Changeset {
  /// Whether the device had not seen a write of another one when it committed.
  fileprivate func isUnaware(of stamp: DocumentStore.Stamp) -> Bool {
    stamp.position >= base && stamp.origin != origin
  }
}
