import Formats
import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of what a device is to have, and of subscriptions.
  static let syncViews: Entries = [
    "permissions-do-not-narrow-the-view": .sync["FLEX-14"](
      "A device has all that its subscriptions match, with or without the right to read it."
    ) { $0.isInView = { contents, table, view in view.matches(contents, of: table) } },
    "subscriptions-do-not-narrow-the-view": .sync["FLEX-19"](
      "A device has all that its user may read."
    ) { $0.isInView = { contents, table, view in view.allowsToRead(contents, of: table) } },
    "last-subscription-of-a-class": .syncConfiguration["FLEX-15"](
      "Of several subscriptions of a class the last one counts."
    ) { sync in
      sync["subscriptions"] = sync["subscriptions"]?.mapArray { subscriptions in
        subscriptions.enumerated().filter { index, subscription in
          !subscriptions.dropFirst(index + 1).contains { $0["type"] == subscription["type"] }
        }.map(\.element)
      }
    },
    "reading-is-asked-for-writing": .role["FLEX-16"](
      "What may be written and not be read is neither."
    ) { role in
      role["document_filters"] = role["document_filters"]?.mapObject { filters in
        guard let read = filters["read"], let write = filters["write"], read != write else {
          return
        }
        filters["write"] = ["$and": [read, write]]
      }
    },
    "user-is-always-the-first": .roles["FLEX-17"]("Everyone has the id of the first user.") {
      roles in
      roles.map { $0.replacingTexts("%%user.id", by: "u1") }
    },
    "empty-condition-is-nobody": .role["FLEX-18"](
      "A role without a condition applies to no user."
    ) {
      if $0["apply_when"]?.object?.isEmpty == true { $0["apply_when"] = ["%%user.id": "nobody"] }
    },
    "subscriptions-are-never-updated": .skipping["FLEX-39"]("New subscriptions are not taken.") {
      step,
      _ in
      step.kind == .flexibleSync(.subscribe)
    },
    "subscriptions-change-anywhere": .overlooking("not-in-subscription-update")["FLEX-40"](
      "Subscriptions may be changed outside of an update."
    ),
    "objects-stay-without-subscription": .delivering["FLEX-41"](
      "What leaves the view stays on the device."
    ) { deliveries, exchange in
      deliveries.filter {
        $0.contents != nil || exchange.store[$0.id] == nil || exchange.refused.contains($0.id)
      }
    },
    "unsubscribing-deletes": .steps["FLEX-42"](
      "Objects that leave the device with their subscription are deleted at the server."
    ) { step, walk in
      guard step.kind == .flexibleSync(.updateSubscriptions) else { return nil }
      let types = walk.program.schema.classes.filter { !$0.isEmbedded }.map(\.name)
      return [.write(types.map { ["do": "deleteAll", "type": .string($0)] }), step]
    },
    "same-query-is-one-subscription": .steps["FLEX-43"](
      "A query is one subscription, whatever names it is added under."
    ) { step, _ in
      guard step.kind == .flexibleSync(.updateSubscriptions) else { return nil }
      var known: Set<JSON> = []
      return [step.with(steps: step.steps.filter { known.insert($0["where"] ?? .null).inserted })]
    },
    "taken-names-are-always-replaced": .steps["FLEX-44"](
      "A subscription under a taken name replaces the other one, also where it must not."
    ) { step, _ in step[.ifExists] == nil ? nil : [step.with(.ifExists, nil)] },
    "all-subscriptions-are-removed": .steps["FLEX-45"](
      "Removing a subscription removes all."
    ) { step, _ in
      step.kind == .flexibleSync(.unsubscribe) && step["fails"] == nil
        ? [Step(["do": "unsubscribe"]).tagged(step.tag)] : nil
    },
    "versions-begin-with-one": .outcome(of: .flexibleSync(.subscriptionSet))["FLEX-46"](
      "The first version of the subscriptions is 1."
    ) { $0.mapObject { $0["version"] = .int(($0["version"]?.int ?? 0) + 1) } },
    "subscriptions-are-always-complete": .outcome(of: .flexibleSync(.subscriptionSet))["FLEX-47"](
      "Subscriptions are complete as soon as they are updated."
    ) { $0.with("state", "complete") },
    "updates-need-a-connection": .skipping["FLEX-48"](
      "An update without a connection is forgotten."
    ) { step, walk in step.kind == .flexibleSync(.updateSubscriptions) && !walk.isOnline },
    "restart-forgets-subscriptions": .steps["FLEX-49"]("Subscriptions end with the process.") {
      step,
      _ in
      step.kind == .eventRealm(.restart)
        ? [step, ["do": "updateSubscriptions", "steps": [["do": "unsubscribe"]]]] : nil
    },
    "id-is-not-queryable": .steps["FLEX-50"]("_id can only be queried if it is configured.") {
      step,
      _ in
      step.kind == .flexibleSync(.subscribe) && step["where"]?["_id"] != nil
        ? [step.with(.filter, ["itemName": "a"])] : nil
    },
    "every-field-is-queryable": .program["FLEX-51", "FLEX-58"](
      "Every field can be queried."
    ) { program in
      let names = Set(program.schema.classes.flatMap { $0.properties.map(\.name) }).sorted()
      let fields = JSON.array(names.map(JSON.string))
      program.configuration = program.configuration.mapObject { members in
        members["flexibleSync"] = members["flexibleSync"]?.mapObject { sync in
          sync["queryableFields"] = fields
          sync["collections"] = sync["collections"]?.mapMembers {
            $0.with("queryableFields", fields)
          }
        }
      }
    },
    "failed-update-is-the-end": .answer["FLEX-52"](
      "After subscriptions that were refused no others are taken."
    ) { program, result in
      var isOver = false
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .flexibleSync(.synchronize) else { return nil }
        if isOver { return .failure("subscription-failed", "the first error is for ever") }
        isOver = outcome.errorCode == "subscription-failed"
        return nil
      }
    },
    "links-are-queryable": .steps["FLEX-53"]("A link can be queried if it is configured.") {
      step,
      walk in
      guard step.kind == .flexibleSync(.subscribe),
        let type = walk.program.schema[step[.type] ?? ""],
        step["where"]?.object?.keys.contains(where: { type.type(of: $0)?.isObject ?? false })
          == true
      else { return nil }
      return [step.with(.filter, [:])]
    },
  ]
}

extension JSON {
  /// This value with another text wherever one stands.
  fileprivate func replacingTexts(_ text: String, by other: String) -> JSON {
    switch self {
    case .string(text): .string(other)
    case .array(let elements): .array(elements.map { $0.replacingTexts(text, by: other) })
    case .object(let members): .object(members.mapValues { $0.replacingTexts(text, by: other) })
    default: self
    }
  }
}
