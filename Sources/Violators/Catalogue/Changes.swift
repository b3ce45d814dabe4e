import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // Which objects a write event lists as inserted, modified and deleted, and what it tells of embedded ones.

  static let changes: [Violator] = [
    .entries(
      "write-newest-first",
      "The objects of an array stand newest first.",
      violates: ["WRITE-9"]
    ) { lists, _ in
      lists = lists.mapValues { $0.mapArray { $0.reversed() } }
    },
    .entries(
      "write-order-of-keys",
      "The objects of an array stand in the order of their keys.",
      violates: ["WRITE-9"]
    ) { lists, definition in
      guard let key = definition.primaryKey else { return }
      let text = { (object: JSON) in (object[key] ?? object["oldValue"]?[key] ?? .null).text() }
      lists = lists.mapValues { $0.mapArray { $0.sorted { text($0) < text($1) } } }
    },
    .objects(
      "insertion-without-nulls",
      "An insertion has only what was given a value.",
      violates: ["WRITE-10", "WRITE-36"]
    ) { object, part, _ in
      if part == .insertion { object = object.members { !$1.isNull } }
    },
    .entries(
      "insertion-like-modification",
      "An insertion has an `oldValue` of null.",
      violates: ["WRITE-10", "DOC-9"]
    ) { lists, _ in
      lists["insertions"] = lists["insertions"]?.mapArray {
        $0.map { ["oldValue": nil, "newValue": $0] }
      }
    },
    .listing(
      "insertion-and-modification",
      "An object that is created and changed is a modification too.",
      violates: ["WRITE-11"]
    ) { list, transaction in
      list.modifications += transaction.touched.intersection(list.insertions)
    },
    .listing(
      "passing-objects",
      "An object that is created and deleted again is listed twice.",
      violates: ["WRITE-12"]
    ) { list, transaction in
      let passing = transaction.created.intersection(transaction.deleted)
      list.insertions += passing
      list.deletions += passing
    },
    .objects(
      "deletion-key-only",
      "A deletion tells no more than the primary key.",
      violates: ["WRITE-18", "DOC-11"]
    ) { object, part, definition in
      if part == .deletion, let key = definition.primaryKey, let value = object[key] {
        object = [key: value]
      }
    },
    .entries(
      "deletion-like-modification",
      "A deletion has a `newValue` of null.",
      violates: ["WRITE-18", "DOC-11"]
    ) { lists, _ in
      lists["deletions"] = lists["deletions"]?.mapArray {
        $0.map { ["oldValue": $0, "newValue": nil] }
      }
    },
    .listing(
      "deletion-and-modification",
      "An object that is changed and deleted is a modification too.",
      violates: ["WRITE-19"]
    ) { list, transaction in
      list.modifications += transaction.touched.intersection(list.deletions)
    },
    .entries(
      "recreation-is-modification",
      "Deleting an object and creating one with its key is a modification.",
      violates: ["WRITE-20"]
    ) { lists, definition in
      if let key = definition.primaryKey { lists = Tamper.joiningRecreations(lists, key: key) }
    },
    .answer(
      "delete-all-is-silent",
      "Deleting every object of a class lists none of them.",
      violates: ["WRITE-22"]
    ) { program, result in
      let emptied = Set(
        program.allSteps.filter { $0["do"] == "deleteAll" }.compactMap { $0["type"]?.string }
      )
      var rewriter = PayloadRewriter(program)
      rewriter.entry = { name, lists in
        var lists = lists
        if emptied.contains(name) { lists["deletions"] = nil }
        return lists.isEmpty ? nil : lists
      }
      return rewriter.rewrite(result, of: program)
    },
  ]

  static let embeddedChanges: [Violator] = [
    .listing(
      "embedded-objects-listed",
      "Embedded objects that come and go have entries of their own.",
      violates: ["WRITE-23", "WRITE-24"]
    ) { list, transaction in
      let isEmbedded = { (object: ObjectReference) in
        transaction.after.schema.tables[object.table].isEmbedded
      }
      let (created, deleted) = (transaction.created, transaction.deleted)
      list.insertions += created.subtracting(deleted).filter(isEmbedded)
      list.deletions += deleted.subtracting(created).filter(isEmbedded)
    },
    .listing(
      "embedded-change-is-the-parents",
      "A change inside an embedded object is one of its parent.",
      violates: ["WRITE-25", "WRITE-26"]
    ) { list, transaction in
      list.modifications = list.modifications.map { transaction.after.outermost(around: $0) }
    },
    .entries(
      "embedded-change-is-silent",
      "A change inside an embedded object is recorded nowhere.",
      violates: ["WRITE-25", "WRITE-26"]
    ) { lists, definition in
      if definition.isEmbedded { lists = [:] }
    },
    .payload(
      "embedded-replacement-is-silent",
      "Another embedded object is no change of its parent.",
      violates: ["WRITE-24"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        let changed = members["newValue"]?.object ?? [:]
        let isEmbedded = changed.keys.allSatisfy { property in
          schema[name]?.type(of: property).flatMap { schema.target(of: $0) }
            .flatMap { schema[$0]?.isEmbedded } ?? false
        }
        return isEmbedded && !changed.isEmpty ? nil : members
      }
    },
    .newValues(
      "embedded-by-identity",
      "An embedded object that was changed in place is not in the `newValue` of its parent.",
      violates: ["WRITE-27"]
    ) { newValue, new, old, _ in
      newValue.mapObject { members in
        for column in new.table.columns
        where column.isEmbedded && new.value(column.name) == old.value(column.name) {
          members[column.name] = nil
        }
      }
    },
    .besideEmbeddedChange(
      "equal-assignment-hides-embedded-change",
      "An object that is only assigned what it has is listed as unchanged, also if an embedded object of it changed.",
      violates: ["WRITE-27"]
    ) { newValue, _, _ in newValue = [:] },
    .besideEmbeddedChange(
      "equal-assignment-hides-embedded-change-in-core",
      "In edition core an object that is only assigned what it has is listed as unchanged, whatever changed within it.",
      violates: ["WRITE-27"],
      edition: "core"
    ) { newValue, _, _ in newValue = [:] },
    .besideEmbeddedChange(
      "equal-assignment-beside-embedded-change",
      "A property that is assigned what it has is in `newValue` if an embedded object beside it changed.",
      violates: ["WRITE-16"]
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
  fileprivate static let besideEmbeddedChange = Kind<
    @Sendable (_ newValue: inout JSONObject, _ oldValue: JSONObject, _ assigned: [String]) -> Void
  > { change in
    answer { program, result in
      let assigned = program.assignedProperties
      var rewriter = PayloadRewriter(program)
      rewriter.modification = { _, members in
        guard let oldValue = members["oldValue"]?.object,
          var newValue = members["newValue"]?.object, !newValue.isEmpty,
          newValue.allSatisfy({ property, value in
            // An embedded object, and not one that came or went.
            value.object != nil && oldValue[property]?.object != nil && !assigned.contains(property)
          })
        else { return members }
        change(&newValue, oldValue, assigned)
        var members = members
        members["newValue"] = .object(newValue)
        return members
      }
      return rewriter.rewrite(result, of: program)
    }
  }
}
