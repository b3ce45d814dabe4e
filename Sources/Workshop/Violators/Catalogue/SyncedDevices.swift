import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of what several devices see of each other.
  static let syncedDevices: Entries = [
    "new-objects-do-not-travel": .delivering["FLEX-65"](
      "A device other than the first gets nothing."
    ) { deliveries, exchange in exchange.client > 1 ? [] : deliveries },
    "objects-do-not-leave": .delivering["FLEX-66"](
      "What another device has changed or deleted is never taken away."
    ) { deliveries, exchange in
      deliveries.filter { $0.contents != nil || exchange.refused.contains($0.id) }
    },
    "always-online": .skipping["FLEX-68"]("A device without a connection synchronizes.") {
      step,
      _ in
      step.kind == .eventRealm(.goOffline)
    },
    "restart-forgets-writes": .program["FLEX-69"](
      "What was not synchronized ends with the process."
    ) { program in
      var kept: [Step] = []
      for step in program.steps.reversed() {
        let next = kept.last {
          [.eventRealm(.restart), .flexibleSync(.synchronize)].contains($0.kind)
        }
        let isForgotten = step.kind == .writing(.write) && next?.kind == .eventRealm(.restart)
        kept.append(isForgotten ? .newVersion : step)
      }
      program.steps = kept.reversed()
    },
    "deleting-all-deletes-everywhere": .steps["FLEX-70"](
      "Deleting all objects of a class deletes those of the server."
    ) { step, walk in
      guard step.kind == .writing(.write),
        let type = step.steps.lazy.compactMap(\.deletedClass).first,
        let objects = walk.program.configuration["flexibleSync"]?["serverData"]?[type]?.array
      else { return nil }
      return [step]
        + objects.map {
          ["do": "serverWrite", "type": .string(type), "key": $0["_id"] ?? .null, "delete": true]
        }
    },
    "last-arrival-wins": .merging["FLEX-71"](
      "Of two changes of a property that which arrives last wins."
    ) { change, changeset, store, _ in
      var aware = changeset
      aware.base = store.log.count
      return store.merging(change, of: aware)
    },
    "objects-are-merged-as-a-whole": .merging["FLEX-72"](
      "Of two changes of an object only one stays."
    ) { change, changeset, store, _ in
      store.log[changeset.base...].contains(change.id) && store[change.id] != nil
        ? .discarded : store.merging(change, of: changeset)
    },
    "values-that-are-there-are-not-merged": .merging["FLEX-89"](
      "Assigning the value that is there does nothing."
    ) { change, changeset, store, _ in
      store.merging(change.withoutAssigningWhatIsThere(in: store), of: changeset)
    },
    "changes-are-done-to-replacements": .merging["FLEX-90"](
      "A change in an embedded object is done to the one that has replaced it."
    ) { change, changeset, store, _ in
      store.merging(change, of: changeset.aware(of: store, in: change) { $0.path.count > 1 })
    },
    "changes-win-over-deletions": .merging["FLEX-73"](
      "An object that another device has changed is not deleted."
    ) { change, changeset, store, _ in
      if case .delete = change.kind, store.log[changeset.base...].contains(change.id) {
        return .discarded
      }
      return store.merging(change, of: changeset)
    },
    "clocks-always-decide": .merging["FLEX-74"](
      "A change with an earlier time loses, also if it knows of the other one."
    ) { change, changeset, store, _ in
      var unaware = changeset
      unaware.base = 0
      return store.merging(change, of: unaware)
    },
    "direct-writes-are-not-seen": .skipping["FLEX-75"](
      "What is written to a collection directly reaches no device."
    ) { step, _ in step.kind == .flexibleSync(.serverWrite) },
    "hidden-links-are-set": .outcomes["FLEX-76"](
      "A link to an object that is not on the device is set."
    ) { step, outcome, _ in
      step.kind == .reading(.follow) && outcome.value == false ? .ok(true) : nil
    },
    "links-bring-their-targets": .delivering["FLEX-77"](
      "An object comes with all that it links to."
    ) { deliveries, exchange in
      var known = Set(deliveries.map(\.id))
      var all = deliveries
      for delivery in deliveries {
        for content in delivery.contents ?? [] {
          content.forEachLink { id in
            guard known.insert(id).inserted, let target = exchange.store[id] else { return }
            all.append(Delivery(id: id, contents: target.contents))
          }
        }
      }
      return all
    },
    "hidden-links-are-lost": .merging["FLEX-78"](
      "A change of a collection loses the links that the device does not show."
    ) { change, changeset, store, view in
      var seeing = changeset
      seeing.shows = { _ in true }
      return store.merging(change, of: seeing)
    },
    "links-to-nothing-stay": .sync["FLEX-85"](
      "The server keeps the keys of links to what it does not hold."
    ) { $0.settleLinks = { _, _ in } },
    "links-to-the-deleted-stay-in-dictionaries": .outcome(of: .flexibleSync(.serverObjects))[
      "FLEX-85",
      "FLEX-87"
    ](
      "A dictionary loses the key with the link to what was deleted."
    ) { objects in
      objects.mapElements { object in
        object.mapMembers { $0.mapObject { $0 = $0.withoutNulls } }
      }
    },
    "null-over-null-is-a-change": .steps["FLEX-78"](
      "Assigning null to a link takes it away where the device does not show it."
    ) { step, _ in
      guard step.kind == .writing(.write) else { return nil }
      let cleared = step.steps.filter { $0.kind == .writing(.set) && $0[.value] == .null }
      if cleared.isEmpty { return nil }
      let set = cleared.map { $0.with(.value, ["$ref": $0["object"] ?? .null]) }
      return [step.with(steps: set), step]
    },
    "refused-updates-end-the-session": .answer["FLEX-88"](
      "After an update that the server has refused no synchronization succeeds before another update."
    ) { program, result in
      guard case .completed(var outcomes, let events) = result else { return result }
      var refusal: StepOutcome?
      for (index, step) in zip(outcomes.indices, program.steps) {
        if step.kind == .flexibleSync(.updateSubscriptions) { refusal = nil }
        guard step.kind == .flexibleSync(.synchronize) else { continue }
        if outcomes[index].errorCode == "subscription-failed" { refusal = outcomes[index] }
        if let refusal { outcomes[index] = refusal }
      }
      return .completed(steps: outcomes, events: events)
    },
    "a-restart-connects": .steps["FLEX-68"]("A restart restores the connection.") { step, _ in
      step.kind == .eventRealm(.restart) ? [step, ["do": "goOnline"]] : nil
    },
    "several-processes": .overlooking("multiple-sync-agents")["FLEX-83"](
      "Two processes have a synced realm open."
    ),
  ]
}
