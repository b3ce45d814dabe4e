import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // Which objects a write event lists as inserted, modified and deleted, and what it tells of embedded ones.

  static let changes: Entries = [
    "write-newest-first": .entries["WRITE-9"]("The objects of an array stand newest first.") {
      lists,
      _ in
      lists = lists.mapValues { $0.mapArray { $0.reversed() } }
    },
    "write-order-of-keys": .entries["WRITE-9"](
      "The objects of an array stand in the order of their keys."
    ) { lists, owner in
      guard let key = owner.primaryKey else { return }
      let text = { (object: JSON) in (object[key] ?? object["oldValue"]?[key] ?? .null).text() }
      lists = lists.mapValues { $0.mapArray { $0.sorted { text($0) < text($1) } } }
    },
    "insertion-without-nulls": .objects["WRITE-10", "WRITE-36"](
      "An insertion has only what was given a value."
    ) { object, part, _ in
      if part == .insertion { object = object.withoutNulls }
    },
    "insertion-and-modification": .listing["WRITE-11"](
      "An object that is created and changed is a modification too."
    ) { list, transaction in
      list.modifications += transaction.touched.intersection(list.insertions)
    },
    "passing-objects": .listing["WRITE-12"](
      "An object that is created and deleted again is listed twice."
    ) { list, transaction in
      let passing = transaction.created.intersection(transaction.deleted)
      list.insertions += passing
      list.deletions += passing
    },
    "deletion-key-only": .objects["WRITE-18", "DOC-11"](
      "A deletion tells no more than the primary key."
    ) { object, part, owner in
      if part == .deletion, let key = owner.primaryKey, let value = object[key] {
        object = [key: value]
      }
    },
    "deletion-like-modification": .entries["WRITE-18", "DOC-11"](
      "A deletion has a `newValue` of null."
    ) { lists, _ in
      lists["deletions"] = lists["deletions"]?.mapElements { ["oldValue": $0, "newValue": nil] }
    },
    "deletion-and-modification": .listing["WRITE-19"](
      "An object that is changed and deleted is a modification too."
    ) { list, transaction in
      list.modifications += transaction.touched.intersection(list.deletions)
    },
    "recreation-is-modification": .entries["WRITE-20"](
      "Deleting an object and creating one with its key is a modification."
    ) { lists, owner in
      guard let key = owner.primaryKey else { return }
      for old in lists["deletions"]?.array ?? [] {
        let new = lists["insertions"]?.array?.first { $0[key] == old[key] }?.object
        guard let new else { continue }
        for list in ["insertions", "deletions"] {
          let others = lists[list]?.array?.filter { $0[key] != old[key] } ?? []
          lists[list] = others.isEmpty ? nil : .array(others)
        }
        let changed = new.members { old[$0] != $1 }
        let modification: JSON = ["oldValue": old, "newValue": .object(changed)]
        lists["modifications"] = .array((lists["modifications"]?.array ?? []) + [modification])
      }
    },
    "delete-all-is-silent": .entries["WRITE-22"](
      "Deleting every object of a class lists none of them."
    ) { lists, owner in
      if owner.program.allSteps.contains(where: { $0.deletedClass == owner.name }) {
        lists["deletions"] = nil
      }
    },
  ]

  static let embeddedChanges: Entries = [
    "embedded-objects-listed": .listing["WRITE-23", "WRITE-24"](
      "Embedded objects that come and go have entries of their own."
    ) { list, transaction in
      let isEmbedded = { (object: ObjectReference) in
        transaction.after.schema.tables[object.table].isEmbedded
      }
      let (created, deleted) = (transaction.created, transaction.deleted)
      list.insertions += created.subtracting(deleted).filter(isEmbedded)
      list.deletions += deleted.subtracting(created).filter(isEmbedded)
    },
    "embedded-change-is-the-parents": .listing["WRITE-25", "WRITE-26"](
      "A change inside an embedded object is one of its parent."
    ) { list, transaction in
      list.modifications = list.modifications.map { transaction.after.outermost(around: $0) }
    },
    "embedded-change-is-silent": .entries["WRITE-25", "WRITE-26"](
      "A change inside an embedded object is recorded nowhere."
    ) { if $1.isEmbedded { $0 = [:] } },
    "embedded-replacement-is-silent": .modifications["WRITE-24"](
      "Another embedded object is not a change of its parent."
    ) { members, owner in
      let changed = members["newValue"]?.object?.keys ?? []
      let isEmbedded = changed.allSatisfy { owner.target(of: $0)?.isEmbedded ?? false }
      if isEmbedded && !changed.isEmpty { members = [:] }
    },
    "equal-assignment-hides-embedded-change": .besideEmbeddedChange["WRITE-27"](
      "An object that is only assigned what it has is listed as unchanged, also if an embedded object of it changed."
    ) { newValue, _, _ in newValue = [:] },
    "equal-assignment-hides-embedded-change-in-core": .besideEmbeddedChange["WRITE-27"](
      "In edition core an object that is only assigned what it has is listed as unchanged, whatever changed within it.",
      edition: "core"
    ) { newValue, _, _ in newValue = [:] },
    "equal-assignment-beside-embedded-change": .besideEmbeddedChange["WRITE-16"](
      "A property that is assigned what it has is in `newValue` if an embedded object beside it changed."
    ) { newValue, oldValue, assigned in
      for property in assigned where newValue[property] == nil {
        newValue[property] = oldValue[property]
      }
    },
  ]
}

extension Violator {
  /// The reference with another `newValue` where an object is listed for an assignment that changed nothing, and shows
  /// an embedded object that changed.
  ///
  /// Without the assignment it would not be listed at all, so no property of its `newValue` was assigned.
  fileprivate static let besideEmbeddedChange = Violation<
    @Sendable (_ newValue: inout JSONObject, _ oldValue: JSONObject, _ assigned: [String]) -> Void
  > { change in
    changedValues { newValue, oldValue, owner in
      let assigned = owner.program.assignedProperties
      let isEmbeddedChange = newValue.allSatisfy { property, value in
        // An embedded object, and not one that came or went.
        value.object != nil && oldValue[property]?.object != nil && !assigned.contains(property)
      }
      if isEmbeddedChange && !newValue.isEmpty { change(&newValue, oldValue, assigned) }
    }
  }
}
