import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // What a modification tells of the values before and after, and what deletions do to links.

  static let modifications: [Violator] = [
    .payload(
      "old-value-partial",
      "`oldValue` has only the properties that changed.",
      violates: ["WRITE-14", "DOC-2", "DOC-10"]
    ) { rewriter in
      rewriter.modification = { _, members in
        guard let old = members["oldValue"]?.object, let new = members["newValue"]?.object else {
          return members
        }
        var members = members
        let changed = old.filter { new[$0.key] != nil }
        members["oldValue"] = .object(JSONObject(uniqueMembers: changed.map { ($0.key, $0.value) }))
        return members
      }
    },
    .payload(
      "new-value-complete",
      "`newValue` has unchanged keys as well.",
      violates: ["WRITE-15", "DOC-2", "DOC-10"]
    ) { rewriter in
      rewriter.modification = { _, members in
        guard var whole = members["oldValue"]?.object, let new = members["newValue"]?.object else {
          return members
        }
        for (key, value) in new { whole[key] = value }
        var members = members
        members["newValue"] = .object(whole)
        return members
      }
    },
    .payload(
      "new-value-without-nulls",
      "A property that became null is not in `newValue`.",
      violates: ["WRITE-15"]
    ) { rewriter in
      rewriter.object = { _, part, object in
        part == .newValue
          ? JSONObject(uniqueMembers: object.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
          : object
      }
    },
    .payload(
      "values-swapped",
      "`oldValue` and `newValue` have changed places.",
      violates: ["WRITE-13", "WRITE-14", "WRITE-15"]
    ) { rewriter in
      rewriter.modification = { _, members in
        ["oldValue": members["newValue"] ?? nil, "newValue": members["oldValue"] ?? nil]
      }
    },
    .payload(
      "modification-with-key",
      "A modification names the primary key of its object.",
      violates: ["WRITE-13", "DOC-10"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        guard let key = schema[name]?.primaryKey, let value = members["oldValue"]?[key] else {
          return members
        }
        var members = members
        members[key] = value
        return members
      }
    },
    .answer(
      "assigned-is-changed",
      "A property that was assigned the value it had is in `newValue`.",
      violates: ["WRITE-16"]
    ) { program, result in
      let assigned = program.assignedProperties
      var rewriter = PayloadRewriter(program)
      rewriter.modification = { _, members in
        var members = members
        for property in assigned where members["newValue"]?[property] == nil {
          guard let value = members["oldValue"]?[property] else { continue }
          members["newValue"] = members["newValue"]?.mapObject { $0[property] = value }
        }
        return members
      }
      return rewriter.rewrite(result, of: program)
    },
    .rule(
      "unchanged-objects-left-out",
      "An object without a changed value is not listed.",
      violates: ["WRITE-17"],
      edition: "core"
    ) { $0.listsUnchangedModifications = false },
  ]

  static let linksAndCollections: [Violator] = [
    .payload(
      "cleared-links-are-silent",
      "Objects that linked to a deleted one are not modified.",
      violates: ["WRITE-21"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.payload = { kind, payload in
        guard kind == "write" else { return payload }
        let emptied = (payload.object ?? [:]).filter { $0.value["deletions"] != nil }.map(\.key)
        return payload.mapObject { members in
          for (name, entry) in members.map({ ($0.key, $0.value) }) {
            let remaining = (entry["modifications"]?.array ?? []).filter { modification in
              let changed = modification["newValue"]?.object?.keys ?? []
              return changed.isEmpty
                || !changed.allSatisfy { property in
                  schema[name]?.type(of: property).flatMap { schema.linkTarget(of: $0) }
                    .map(emptied.contains) ?? false
                }
            }
            guard entry["modifications"] != nil, remaining.isEmpty else { continue }
            members[name] = entry.mapObject { $0["modifications"] = nil }
            if members[name] == [:] { members[name] = nil }
          }
        }
      }
    },
    .payload(
      "cleared-entries-are-gone",
      "A dictionary loses the entry of a deleted object.",
      violates: ["WRITE-21"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        guard place.part == .newValue, place.type.shape == .dictionary,
          schema.linkTarget(of: place.type) != nil, let entries = json.object
        else { return json }
        let remaining = entries.filter { !$0.value.isNull }.map { ($0.key, $0.value) }
        return .object(JSONObject(uniqueMembers: remaining))
      }
    },
    .payload(
      "cleared-elements-are-null",
      "A list has null in the place of a deleted object.",
      violates: ["WRITE-21"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        var members = members
        members["newValue"] = members["newValue"]?.mapObject { new in
          for (property, value) in new.map({ ($0.key, $0.value) }) {
            guard let type = schema[name]?.type(of: property), type.shape == .list,
              schema.linkTarget(of: type) != nil, let remaining = value.array,
              let old = members["oldValue"]?[property]?.array, remaining.count < old.count
            else { continue }
            new[property] = .array(old.map { remaining.contains($0) ? $0 : .null })
          }
        }
        return members
      }
    },
    .links(
      "write-expands-links",
      "Write events hold whole objects in place of links.",
      violates: ["WRITE-28"]
    ) { $0.isExpanded || ($0.event.isWrite && !$0.isCircle) },
    .payload(
      "collection-delta",
      "`newValue` has only the elements that a list has gained.",
      violates: ["WRITE-29"]
    ) { rewriter in
      rewriter.modification = { _, members in
        var members = members
        members["newValue"] = members["newValue"]?.mapObject { new in
          for (property, value) in new.map({ ($0.key, $0.value) }) {
            guard let elements = value.array, let old = members["oldValue"]?[property]?.array,
              elements.count > old.count, elements.starts(with: old)
            else { continue }
            new[property] = .array(Array(elements[old.count...]))
          }
        }
        return members
      }
    },
  ]
}
