import Formats
import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Rules that are kept in the common case and missed a step further.
  static let details: Entries = [
    "circles-end-at-the-event-alone": .links["LINK-15"](
      "An object within itself is its key only if it is the object of the event."
    ) { $0.isFollowed && $0.target != $0.path.first && $0.path.count < 6 },
    "new-targets-expand-former-ones": .links["LINK-27"](
      "Following a link to a new object expands the link that was there before."
    ) { link in
      let follows = link.scope.entries.lazy.compactMap(\.objectRead).filter(link.isFollowed)
      return link.isExpanded || !link.isCircle && follows.contains { $0.object != link.target }
    },
    "results-lose-what-is-deleted": .steps["READ-23"](
      "The count of a query's result is that of the objects that there are now."
    ) { step, walk in
      guard step.kind == .reading(.count), let query = walk.step(.query, named: step[.source]),
        let type = query[.type], query[.filter] == nil
      else { return nil }
      return [["do": "all", "type": .string(type), "as": "now"], step.with(.source, "now")]
    },
    "true-is-one": .condition["READ-34"]("True equals one.") {
      $2 == true ? [$0: ["$in": [true, 1]]] : nil
    },
    "numbers-equal-their-texts": .condition["READ-34"]("A number equals its text.") {
      field,
      operation,
      operand in
      guard operation == "$eq", let number = operand.int else { return nil }
      return [field: ["$in": [operand, .string("\(number)")]]]
    },
    "doubles-are-compared-by-their-digits": .condition["READ-37"](
      "A double is compared with a decimal as it is written."
    ) { field, operation, operand in
      guard case .double(let number) = operand else { return nil }
      return [field: [operation: ["$numberDecimal": .string("\(number)")]]]
    },
    "put-back-is-changed": .changedValues["WRITE-16"](
      "A collection of which something was removed and put back is in `newValue`."
    ) { new, old, owner in
      let removing = owner.program.allSteps.filter { $0.kind == .writing(.remove) }
      let removed = removing.compactMap { $0[.property] }
      new = old.members { key, _ in removed.contains(key) }.merging(new)
    },
    "cancelled-creations-keep-their-keys": .skipping["WRITE-34"](
      "A key that was given out in a cancelled transaction stays taken."
    ) { step, walk in
      step.kind == .writing(.create) && !walk.isCancelled
        && walk.program.steps.filter { $0[.cancel] ?? false }.flatMap(\.steps).contains {
          $0[.type] == step[.type] && $0[.value]?["_id"] == step[.value]?["_id"]
        }
    },
    "whole-doubles-are-ints": .steps["WRITE-35"]("A double without a fraction is an int.") {
      step,
      _ in
      guard case .double(let number)? = step[.value], let int = Int64(exactly: number) else {
        return nil
      }
      return [step.with(.value, .int(int))]
    },
    "null-is-not-appended": .skipping["WRITE-35"](
      "Appending null to a list that does not take it does nothing."
    ) { step, _ in step.kind == .writing(.add) && step[.value] == .null },
    "embedded-objects-may-lack-values": .outcomes["WRITE-36"](
      "An embedded object that lacks a required value is refused only with its parent's creation."
    ) { step, outcome, _ in
      step.kind != .writing(.create) && outcome.errorCode == "missing-value" ? .ok(nil) : nil
    },
    "decimals-that-are-no-numbers-change": .changedValues["SERIAL-10"](
      "A decimal that is not a number counts as changed each time."
    ) { new, old, owner in
      let decimals = owner.properties.filter { $0.type?.scalar == .decimal128 }.map(\.name)
      new = old.members { decimals.contains($0) && $1 == "NaN" }.merging(new)
    },
    "names-outlive-cancelled-transactions": .steps["WRITE-39"](
      "What a cancelled transaction gave a name to keeps it."
    ) { step, _ in
      guard step[.cancel] ?? false else { return nil }
      return [step] + step.steps.filter { $0.kind == .reading(.get) }.map { $0.tagged(nil) }
    },
    "embedded-objects-are-places": .steps["WRITE-39"](
      "An embedded object that was taken from a collection is what stands at its place now."
    ) { step, walk in
      let taking = walk.program.given.first { $0.boundName == step[.object] }
      guard let taking, taking.kind == .reading(.element) else { return nil }
      return [taking, step]
    },
    "null-entries-are-removed": .steps["SERIAL-21"](
      "An entry of a dictionary that is set to null is removed."
    ) { step, _ in
      guard step.kind == .writing(.put), step[.value] == .null else { return nil }
      return [Step(step.json.mapObject { $0["do"] = "remove" }).with(.value, nil)]
    },
    "a-key-twice-is-taken-once": .representing(
      "Of a key that stands twice in a text, one value counts.",
      ["SERIAL-1", "REPR-10"]
    ) { object, _, right throws(EventError) in
      guard let text = object.invalidText?.utf8,
        let value = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed),
        let once = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      else { return try right() }
      return try? CustomRepresentation(String(decoding: once, as: UTF8.self))
    },
    "compared-texts-through-doubles": .comparingTexts(
      "Numbers that are the same as doubles are the same in a text.",
      ["REPR-13"]
    ) { new, old, right in
      guard let new = new.object, let old = old.object else { return right }
      return right.mapObject {
        $0 = $0.members { key, _ in
          new[key].map(withDoubles) != old[key].map(withDoubles)
        }
      }
    },
    "updated-keys-outlive-the-process": .steps["DOC-14"](
      "The schema has the keys of an update in the next run as well."
    ) { step, walk in
      guard step.kind == .eventRealm(.restart), let update = walk.update else { return nil }
      let configured = (step[.events] ?? walk.program.events ?? [:])["metadata"] ?? [:]
      return [step, .updateMetadata(update), .updateMetadata(configured)]
    },
    "unacknowledged-deletions-come-back": .skipping["REALM-39"](
      "What is deleted on the server before it is acknowledged is uploaded again."
    ) { step, walk in step.kind == .eventRealm(.changeOnServer) && walk.brokenRun != nil },
  ]
}
