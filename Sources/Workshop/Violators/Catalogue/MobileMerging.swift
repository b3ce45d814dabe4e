import OrderedCollections
import ReferenceRealm
import ReferenceSync

extension Catalogue {
  /// Wrong ideas of what changes come to that do not know of each other.
  static let mobileMerging: Entries = [
    "sets-are-replaced": .conflictingEdits["MERGE-8"]("Of two changes of a set one stays.") {
      edit,
      _ in
      guard case .add(let content) = edit.action else { return [edit] }
      return [Edit(edit.path, .assign(.plain(.set([content.plainValue])), isFresh: false))]
    },
    "dictionaries-are-replaced": .conflictingEdits["MERGE-9"](
      "Of two changes of a dictionary one stays."
    ) { edit, _ in
      guard case .assign(let content, _) = edit.action, case .key(let key)? = edit.path.last else {
        return [edit]
      }
      let entries = Content.plain(.dictionary([key: content.plainValue]))
      return [Edit(edit.path.dropLast(), .assign(entries, isFresh: false))]
    },
    "clearing-keeps-what-it-did-not-know": .conflictingEdits["MERGE-10"](
      "Only the elements that a device knew of are cleared."
    ) { edit, present in
      guard case .refill(.plain(.list(let values))) = edit.action, edit.path.count == 1,
        case .plain(.list(let elements)) = present[edit.column]
      else { return [edit] }
      let removals = elements.map { _ in Edit(edit.path, .remove(at: 0)) }
      return removals + [Edit(edit.path, .insert(values.map(Content.plain), at: 0))]
    },
    "places-are-not-followed": .mobileMerging["MERGE-11"](
      "A change of an element concerns what stands at its place when it arrives."
    ) { change, changeset, store in
      store.merging(
        change,
        of: changeset.aware(of: store, in: change) { $0.path.last?.isPlace == true }
      )
    },
    "changes-outlive-replacements": .mobileMerging["MERGE-12"](
      "A change in an embedded object is done to the one that has replaced it."
    ) { change, changeset, store in
      store.merging(change, of: changeset.aware(of: store, in: change) { $0.path.count > 1 })
    },
    "entries-outlive-removals": .mobileMerging["MERGE-13"](
      "An embedded object is put under a key from which another one was removed."
    ) { change, changeset, store in
      store.merging(
        change,
        of: changeset.aware(of: store, in: change) { $0.path.last?.isKey == true }
      )
    },
    "equal-values-are-no-changes": .mobileMerging["MERGE-14"](
      "Assigning the value that is there does nothing."
    ) { change, changeset, store in
      store.merging(change.withoutAssigningWhatIsThere(in: store), of: changeset)
    },
    "mixed-collections-are-replaced": .conflictingEdits["MERGE-15"](
      "Of two lists that a mixed property was set to one stays."
    ) { edit, present in
      guard case .assign(let content, _) = edit.action, edit.path.count == 1,
        present[edit.column].isCollection, content.isCollection
      else { return [edit] }
      return [Edit(edit.path, .assign(content, isFresh: false))]
    },
    "links-are-put-over-deleted-ones": .mobileMerging["MERGE-16"](
      "A deletion removes no entry that leads elsewhere when it arrives."
    ) { change, changeset, store in
      let deletes = changeset.changes.contains { if case .delete = $0.kind { true } else { false } }
      let edited = change.editing { edit in
        if case .remove = edit.action, deletes { return [] }
        return [edit]
      }
      return store.merging(edited, of: changeset)
    },
    "created-again-is-the-same-object": .mobileMerging["MERGE-17"](
      "An object that is created again is the one that was deleted."
    ) { change, changeset, store in
      var same = change
      same.isAnotherObject = false
      return store.merging(same, of: changeset)
    },
    "created-collections-are-replaced": .mobileMerging["MERGE-18"](
      "Of two objects with one key the collections of the later one stay."
    ) { change, changeset, store in
      guard case .create(let contents) = change.kind, store[change.id] != nil,
        let key = store.schema.tables[change.id.table].primaryKey
      else { return store.merging(change, of: changeset) }
      var columns = Dictionary(uniqueKeysWithValues: zip(contents.indices, contents))
      columns[key] = nil
      return store.merging(.init(change.id, .assigning(columns)), of: changeset)
    },
    "nulls-of-creations-are-values": .mobileMerging["MERGE-19"](
      "Null and empty collections of a later creation take away what an earlier one has."
    ) { change, changeset, store in
      guard case .create(let contents) = change.kind, !change.isAnotherObject,
        store[change.id] != nil,
        let key = store.schema.tables[change.id.table].primaryKey
      else { return store.merging(change, of: changeset) }
      let edits = zip(contents.indices, contents).filter { $0.0 != key }.map { column, content in
        Edit([.column(column)], .assign(content, isFresh: !content.isEmpty))
      }
      return store.merging(.init(change.id, .update(edits)), of: changeset)
    },
    "embedded-objects-are-united": .mobileMerging["MERGE-20"](
      "Two embedded objects that were put where none was become one."
    ) { change, changeset, store in
      let edited = change.editing { edit in
        guard case .assign(.embedded(let table, let contents), false) = edit.action else {
          return [edit]
        }
        return [Edit(edit.path, .assign(.embedded(table: table, contents), isFresh: true))]
      }
      return store.merging(edited, of: changeset)
    },
  ]
}

extension Violator {
  /// The reference whose object server does something else in place of an edit that may conflict, knowing what the object
  /// holds.
  fileprivate static let conflictingEdits = Violation<@Sendable (Edit, [Content]) -> [Edit]> {
    replace in
    mobile { stages in
      stages.merge = { change, changeset, store in
        guard changeset.base < store.log.count, let present = store[change.id]?.contents else {
          return store.merging(change, of: changeset)
        }
        return store.merging(change.editing { replace($0, present) }, of: changeset)
      }
    }
  }
}

extension Changeset {
  /// The same from a device that knows of everything, if a change has such an edit.
  func aware(
    of store: DocumentStore,
    in change: Change,
    where isConcerned: (Edit) -> Bool
  ) -> Changeset {
    guard case .update(let edits) = change.kind, edits.contains(where: isConcerned) else {
      return self
    }
    var aware = self
    aware.base = store.log.count
    return aware
  }
}

extension Edit.Step {
  fileprivate var isPlace: Bool { if case .place = self { true } else { false } }
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}

extension Content {
  fileprivate var isCollection: Bool {
    switch self {
    case .list, .set, .dictionary: true
    default: false
    }
  }
}
