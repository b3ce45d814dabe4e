import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of what a role allows, and to whom.
  static let syncRoles: Entries = [
    "last-role-counts": .roles["FLEX-54"]("The last role that applies is the user's.") {
      $0.reversed()
    },
    "roles-apply-to-everyone": .role["FLEX-55"]("The condition of a role is not asked.") {
      $0["apply_when"] = [:]
    },
    "expansions-stand-for-nothing": .syncConfiguration["FLEX-56"](
      "Custom data and values of the app are not known."
    ) { sync in
      sync["customData"] = nil
      sync["values"] = nil
    },
    "one-filter-is-enough": .role["FLEX-57"](
      "A filter that is missing is the other one."
    ) { role in
      role["document_filters"] = role["document_filters"]?.mapObject { filters in
        filters["read"] = filters["read"] ?? filters["write"]
        filters["write"] = filters["write"] ?? filters["read"]
      }
    },
    "top-level-permissions-are-ignored": .role["FLEX-59"](
      "A role whose filters match allows everything."
    ) {
      if $0["read"] != nil { $0["read"] = true }
      if $0["write"] != nil { $0["write"] = true }
    },
    "fields-are-not-asked": .role["FLEX-60"]("Fields have no permissions of their own.") {
      if $0["write"] == nil { $0["write"] = true }
    },
    "insert-and-delete-are-not-asked": .role["FLEX-61"](
      "A role that may write may create and delete."
    ) {
      $0["insert"] = true
      $0["delete"] = true
    },
    "classes-have-no-rules": .syncConfiguration["FLEX-62"](
      "The rules of the app hold for every class."
    ) { $0["collections"] = nil },
    "roles-are-for-ever": .skipping["FLEX-63"](
      "A client keeps the role that it had first."
    ) { step, _ in step.kind == .flexibleSync(.newSession) },
    "pending-writes-keep-their-role": .steps["FLEX-64"](
      "Writes are judged by the roles of the time of their commit."
    ) { step, _ in
      step.kind == .flexibleSync(.newSession) ? [["do": "synchronize"], step] : nil
    },
    "unknown-expansions-are-null": .syncConfiguration["FLEX-86"](
      "An expansion that stands for nothing stands for null."
    ) { sync in
      let data = sync["user"]?.string.flatMap { sync["customData"]?[$0] }
      let known = [("%%user.custom_data.", data), ("%%values.", sync["values"])]
        .flatMap { prefix, values in values?.object?.keys.map { prefix + $0 } ?? [] }
      sync["roles"] = sync["roles"]?.nullingExpansions(but: Set(known + ["%%user.id"]))
    },
  ]
}

extension JSON {
  /// Null in place of every expansion but the known ones.
  fileprivate func nullingExpansions(but known: Set<String>) -> JSON {
    switch self {
    case .string(let text) where text.hasPrefix("%%") && !known.contains(text): .null
    case .array(let elements): .array(elements.map { $0.nullingExpansions(but: known) })
    case .object(let members): .object(members.mapValues { $0.nullingExpansions(but: known) })
    default: self
    }
  }
}
