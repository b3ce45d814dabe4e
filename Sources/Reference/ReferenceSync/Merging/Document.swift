import ReferenceRealm

/// An object where it is merged.
package struct Document: Sendable {
  /// What its columns hold.
  var slots: [Slot]

  /// What its columns hold.
  package var contents: [Content] { slots.map(\.content) }

  /// An object that was created with these contents; without a stamp, it has been there from the beginning.
  init(contents: [Content], by stamp: Stamp? = nil) {
    slots = contents.map { Slot(initial: $0, by: stamp) }
  }

  init(slots: [Slot]) { self.slots = slots }
}

extension Document {
  /// What a change would make of an object.
  package enum Outcome: Sendable {
    /// Nothing: the object was deleted meanwhile, or never arrived.
    case discarded
    case deleted
    case written(Document)
    /// The object was deleted, and this one was created under its key.
    case replaced(Document)

    /// The contents of the object afterwards; nil if there is none.
    package var contents: [Content]? {
      switch self {
      case .discarded, .deleted: nil
      case .written(let document), .replaced(let document): document.contents
      }
    }
  }

  /// What a change would make of its object, and of the deletion of an earlier one under the key.
  ///
  /// A deletion wins over everything that did not know of it, and of two deletions the later one counts.
  static func merging(
    _ change: Changeset.Change,
    into present: Document?,
    deleted: Stamp?,
    by writer: Writer
  ) -> Outcome {
    switch change.kind {
    case .delete:
      let isKnown = writer.knows(deleted)
      if present == nil, isKnown { return .discarded }
      return writer.wins(over: deleted) ? .deleted : .discarded
    case .create(let contents) where change.isAnotherObject:
      guard writer.wins(over: deleted) else { return .discarded }
      return .replaced(Document(contents: contents, by: writer.stamp))
    case .create(let contents):
      guard writer.knows(deleted) else { return .discarded }
      guard var document = present else {
        return .written(Document(contents: contents, by: writer.stamp))
      }
      document.slots.fill(with: contents, by: writer)
      return .written(document)
    case .update(let edits):
      guard writer.knows(deleted), var document = present else { return .discarded }
      for edit in edits where document.slots.indices ~= edit.column {
        document.slots[edit.column].apply(edit.action, at: edit.path.dropFirst(), by: writer)
      }
      return .written(document)
    }
  }
}

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
