import ReferenceRealm

/// An object where it is merged.
package struct Document: Sendable {
  /// What its columns hold.
  var slots: [Slot]

  /// What its columns hold.
  package var contents: [Content] { slots.map(\.content) }

  /// An object that has been there from the beginning.
  init(contents: [Content]) { slots = contents.map { Slot(initial: $0, by: nil) } }

  /// An object of a class that a device created with these contents.
  init(contents: [Content], ofTable table: Int, by writer: Writer) {
    slots = zip(contents, writer.emptyContents(table)).map { content, empty in
      Slot(content, by: content.isLeftOut(leaving: empty) ? nil : writer.stamp)
    }
  }

  init(slots: [Slot]) { self.slots = slots }
}

extension Document {
  /// What a change would make of an object.
  package enum Outcome: Sendable {
    /// Nothing: the object was deleted meanwhile, or never arrived.
    case discarded
    case deleted
    /// Another deletion counts, which is the later one: this one only takes links along.
    case outdone(createsAgain: Bool)
    case written(Document)
    /// The object was deleted, and this one was created under its key.
    case replaced(Document)

    /// The contents of the object afterwards; nil if there is none.
    package var contents: [Content]? {
      switch self {
      case .discarded, .deleted, .outdone: nil
      case .written(let document), .replaced(let document): document.contents
      }
    }
  }

  /// What a change would make of its object, where others of its key were deleted.
  ///
  /// A deletion wins over everything that did not know of it, and of two deletions the later one counts.
  static func merging(
    _ change: Changeset.Change,
    into present: Document?,
    deletions: Deletions,
    by writer: Writer
  ) -> Outcome {
    switch change.kind {
    case .delete:
      if present == nil, writer.knows(deletions.last) { return .discarded }
      return writer.wins(over: deletions.last) ? .deleted : .outdone(createsAgain: false)
    case .create(let contents) where change.isAnotherObject:
      guard writer.wins(over: deletions.last) else { return .outdone(createsAgain: true) }
      return .replaced(Document(contents: contents, ofTable: change.id.table, by: writer))
    case .create(let contents):
      guard writer.knows(deletions.last) else { return .discarded }
      guard var document = present else {
        return .written(Document(contents: contents, ofTable: change.id.table, by: writer))
      }
      document.slots.fill(
        with: contents,
        leaving: writer.emptyContents(change.id.table),
        by: writer
      )
      return .written(document)
    case .update(let edits):
      guard writer.knows(deletions.last), var document = present else { return .discarded }
      var writer = writer
      for edit in edits where document.slots.indices ~= edit.column {
        for id in edit.deleted { writer.deleted[id] = writer.stamp.position }
        document.slots[edit.column].apply(edit.action, at: edit.path.dropFirst(), by: writer)
      }
      return .written(document)
    }
  }
}
