import Formats
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What a modification tells of the values before and after, and what deletions do to links.

  static let modifications: Entries = [
    "old-value-partial": .modifications["WRITE-14", "DOC-2", "DOC-10"](
      "`oldValue` has only the properties that changed."
    ) { members, _ in
      guard let new = members["newValue"]?.object else { return }
      members["oldValue"] = members["oldValue"]?.mapObject {
        $0 = $0.members { key, _ in new[key] != nil }
      }
    },
    "new-value-without-nulls": .objects["WRITE-15"](
      "A property that became null is not in `newValue`."
    ) { object, part, _ in
      if part == .newValue { object = object.withoutNulls }
    },
    "values-swapped": .modifications["WRITE-13", "WRITE-14", "WRITE-15"](
      "`oldValue` and `newValue` have changed places."
    ) { members, _ in
      members = ["oldValue": members["newValue"] ?? nil, "newValue": members["oldValue"] ?? nil]
    },
    "modification-with-key": .modifications["WRITE-13", "DOC-10"](
      "A modification names the primary key of its object."
    ) { members, owner in
      if let key = owner.primaryKey, let value = members["oldValue"]?[key] { members[key] = value }
    },
    "assigned-is-changed": .changedValues["WRITE-16"](
      "A property that was assigned the value it had is in `newValue`."
    ) { new, old, owner in
      let assigned = owner.program.assignedProperties
      new = old.members { key, _ in assigned.contains(key) }.merging(new)
    },
    "member-added-again-is-listed": .steps["WRITE-43"](
      "An object is listed if a member is added to a set that has it.",
      edition: "core"
    ) { step, walk in
      guard step.kind == .writing(.add), walk.isSet(step) else { return nil }
      return [step.inserted(as: "remove"), step]
    },
    "removing-lists-the-object": .steps["WRITE-45"](
      "An object is listed if a set is told to remove what it does not hold.",
      edition: "core"
    ) { step, walk in
      guard step.kind == .writing(.remove), walk.isSet(step) else { return nil }
      return [step.inserted(as: "add"), step]
    },
    "unchanged-objects-left-out": .rule["WRITE-17"](
      "An object without a changed value is not listed.",
      edition: "core"
    ) { $0.listsUnchangedModifications = false },
  ]

  static let linksAndCollections: Entries = [
    "cleared-links-are-silent": .payload["WRITE-21"](
      "Objects that linked to a deleted one are not modified."
    ) { rewriter in
      let program = rewriter.program
      rewriter.payload = { kind, payload in
        guard kind == "write" else { return payload }
        return payload.mapObject { members in
          let emptied = Set(members.filter { $0.value["deletions"] != nil }.map(\.key))
          for (name, entry) in members.map({ ($0.key, $0.value) }) {
            let owner = PayloadClass(name, program)
            let isSilent = (entry["modifications"]?.array ?? []).allSatisfy { modification in
              let changed = modification["newValue"]?.object?.keys ?? []
              let targets = changed.map { owner?.linkTarget(of: $0)?.name }
              return !changed.isEmpty
                && targets.allSatisfy { $0.map(emptied.contains) ?? false }
            }
            guard entry["modifications"] != nil, isSilent else { continue }
            members[name]?[member: "modifications"] = nil
            if members[name] == [:] { members[name] = nil }
          }
        }
      }
    },
    "cleared-entries-are-gone": .values["WRITE-21"](
      "A dictionary loses the entry of a deleted object."
    ) { place, json in
      place.part == .newValue && place.type.shape == .dictionary && place.linkTarget != nil
        ? json.mapObject { $0 = $0.withoutNulls } : json
    },
    "cleared-elements-are-null": .changedValues["WRITE-21"](
      "A list has null in the place of a deleted object."
    ) { new, old, owner in
      for (property, value) in new.map({ ($0.key, $0.value) })
      where owner.type(of: property)?.shape == .list && owner.linkTarget(of: property) != nil {
        guard let remaining = value.array, let former = old[property]?.array,
          remaining.count < former.count
        else { continue }
        new[property] = .array(former.map { remaining.contains($0) ? $0 : .null })
      }
    },
    "write-expands-links": .links["WRITE-28"](
      "Write events hold whole objects in place of links."
    ) { $0.isExpanded || ($0.event.isWrite && !$0.isCircle) },
    "collection-delta": .changedValues["WRITE-29"](
      "`newValue` has only the elements that a list has gained."
    ) { new, old, _ in
      for (property, value) in new.map({ ($0.key, $0.value) }) {
        guard let elements = value.array, let former = old[property]?.array,
          elements.count > former.count, elements.starts(with: former)
        else { continue }
        new[property] = .array(Array(elements[former.count...]))
      }
    },
  ]
}
