import JSON
import Touchstone

extension Catalogue {
  // How the events are cut into partitions, and what becomes of those that a run leaves behind.

  static let partitions: Entries = [
    "never-rotates": .configuration["REALM-20"]("A partition is never full.") {
      $0["maxPartitionBytes"] = nil
    },
    "splits-scopes": .outcome(of: .eventRealm(.partitions))["REALM-21"](
      "Every event of a partition that is full goes to one of its own."
    ) { partitions in
      partitions.mapArray { all in
        all.flatMap { partition in
          let count = all.count > 1 ? Int(partition["events"]?.int ?? 0) : 0
          return count > 1
            ? (0..<count).map { _ in partition.with("events", 1) } : [partition]
        }
      }
    },
    "rotates-each-scope": .configuration["REALM-22", "REALM-24"](
      "Every scope begins a partition."
    ) { $0["maxPartitionBytes"] = 1 },
    "custom-events-are-not-counted": .answer["REALM-23"](
      "Custom events go to the partition that is there, however full it is."
    ) { program, result in
      // Each run has a partition of its own anyway.
      guard case .completed(_, let events) = result,
        !program.allSteps.contains(where: { $0.kind == .eventRealm(.restart) })
      else { return result }
      let calls = program.customEvents
      let begunByCalls = Set(
        byPartition(events).map { $0[0] }
          .filter { event in calls.contains { $0.matches(event) } }.map { $0["_partition"] }
      )
      return result.mapPartitions(program) { partitions in
        partitions.reduce(into: []) { kept, partition in
          guard begunByCalls.contains(partition["partition"]), let former = kept.popLast() else {
            return kept.append(partition)
          }
          let count = (former["events"]?.int ?? 0) + (partition["events"]?.int ?? 0)
          kept.append(partition.with("partition", former["partition"]).with("events", .int(count)))
        }
      }
    },
    "all-are-open": .outcome(of: .eventRealm(.partitions))["REALM-25"](
      "Every partition that waits is open for uploading."
    ) {
      $0.mapElements { $0.mapObject { if $0["state"] == "closed" { $0["state"] = "uploading" } } }
    },
    "newest-first": .arrived["REALM-16"](
      "The partition that was begun last is uploaded first."
    ) { byPartition($0).reversed().flatMap(\.self) },
    "never-deletes": .answer["REALM-17"](
      "Partitions stay on the device when they are uploaded."
    ) { program, result in
      guard case .completed(_, let events) = result else { return result }
      let all = byPartition(events).map { events -> JSON in
        [
          "partition": events[0]["_partition"] ?? .null, "events": .int(Int64(events.count)),
          "state": "closed",
        ]
      }
      return result.mapPartitions(program) { partitions in
        all.prefix { $0["partition"] != partitions.first?["partition"] } + partitions
      }
    },
  ]

  static let restarts: Entries = [
    "ignores-leftovers": .restarts["REALM-26"](
      "A run does not look for what former ones have left."
    ) { events, walk in
      // Another user's leftovers are not its own.
      events["syncUser"] = .string("\(events["syncUser"]?.string ?? "user") of run \(walk.runs)")
    },
    "uploads-leftovers-last": .arrived["REALM-16", "REALM-26"](
      "What the run records is uploaded before what former ones have left."
    ) { events in
      let partitions = byPartition(events)
      return (partitions.suffix(1) + partitions.dropLast()).flatMap(\.self)
    },
    "continues-a-leftover": .outcomes["REALM-27"](
      "A run writes to the partition that the one before it has left."
    ) { step, outcome, walk in
      guard step.kind == .eventRealm(.partitions), walk.runs > 0, let all = outcome.value?.array,
        let last = all.last
      else { return nil }
      let count = all.compactMap { $0["events"]?.int }.reduce(0, +)
      return .ok([last.with("events", .int(count))])
    },
    "begins-again-with-each-run": .outcomes["REALM-28"](
      "A run uploads all of a leftover, also what had arrived."
    ) { step, outcome, walk in
      guard step.kind == .eventRealm(.serverEvents), walk.brokenRun ?? .max < walk.runs else {
        return nil
      }
      return outcome.mapValue { $0.mapArray { $0 + $0.prefix(1) } }
    },
    "updates-outlive-the-process": .restarts["REALM-29"](
      "Metadata that was updated is still in force in the next run."
    ) { events, walk in events["metadata"] = events["metadata"] ?? walk.update },
  ]

  static let pools: Entries = [
    "finds-leftovers-by-what-they-begin-with": .program["REALM-30"](
      "Leftovers whose partition begins with the prefix are uploaded."
    ) { program in
      let first = program.partitionPrefix ?? "events"
      program.mapRestarts { events in
        guard let prefix = events["partitionPrefix"]?.string else { return }
        if first.hasPrefix(prefix) || prefix.hasPrefix(first) { events["partitionPrefix"] = nil }
      }
    },
    "takes-leftovers-of-other-users": .configuration["REALM-31"](
      "Leftovers of every user are uploaded."
    ) { $0["syncUser"] = nil },
    "users-in-small-letters": .userName(
      "Users whose names differ in capital letters share their leftovers."
    ) { $0.lowercased() },
    "users-as-names-of-folders": .userName(
      "Users whose names give the same folder share their leftovers."
    ) { $0.replacing("/", with: "_").cut(255) },
    "long-names-are-cut": .userName(
      "Users whose names agree in their first 255 characters share their leftovers."
    ) { $0.cut(255) },
    "one-collection-for-all-apps": .configuration["REALM-32"](
      "Events of every app arrive in one collection."
    ) { $0["app"] = nil },
    "app-and-user-run-together": .configuration["REALM-31", "REALM-32"](
      "Apps and users whose names give the same text when they run together share what is theirs."
    ) { events in
      guard let app = events["app"]?.string, let user = events["syncUser"]?.string else { return }
      events["syncUser"] = .string(app + user)
      events["app"] = nil
    },
    "passed-over-is-lost": .restarts["REALM-33"](
      "Leftovers that a run has passed over are not found again."
    ) { events, walk in
      if walk.runs > 0, !events.isEmpty, events["app"] == nil {
        events["syncUser"] = .string("run \(walk.runs)")
      }
    },
  ]

  /// The events of each partition, in their order.
  private static func byPartition(_ events: [JSON]) -> [[JSON]] {
    events.runs { $0["_partition"] == $1["_partition"] }
  }
}

extension CaseResult {
  /// This answer with other partitions wherever they are asked for.
  fileprivate func mapPartitions(
    _ program: CaseProgram,
    _ body: ([JSON]) -> [JSON]
  ) -> CaseResult {
    mapOutcomes(program) { step, outcome, _ in
      step.kind == .eventRealm(.partitions) ? outcome.mapValue { $0.mapArray(body) } : nil
    }
  }
}

extension Violator {
  /// The reference whose runs begin with other event configurations.
  fileprivate static let restarts = Violation<@Sendable (inout JSONObject, TamperingWalk) -> Void> {
    change in
    steps { step, walk in
      guard step.kind == .eventRealm(.restart) else { return nil }
      var events = step[.events] ?? [:]
      change(&events, walk)
      return [events.isEmpty ? step : step.with(.events, .object(events))]
    }
  }

  /// The reference that takes users for others whose names are as the function changes them.
  fileprivate static let userName = Violation<@Sendable (String) -> String> { change in
    configuration { $0["syncUser"] = $0["syncUser"]?.mapString(change) }
  }["REALM-11", "REALM-31"]
}
