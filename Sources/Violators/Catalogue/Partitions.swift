import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // How the events are cut into partitions, and what becomes of those that a run leaves behind.

  static let partitions: [Violator] = [
    .configuration("never-rotates", "A partition is never full.", violates: ["REALM-20"]) {
      $0["maxPartitionBytes"] = nil
    },
    .outcome(
      "splits-scopes",
      "Every event of a partition that is full goes to one of its own.",
      of: "partitions",
      violates: ["REALM-21"]
    ) { partitions in
      partitions.mapArray { all in
        all.flatMap { partition -> [JSON] in
          let count = Int(partition["events"]?.int ?? 0)
          guard all.count > 1, count > 1 else { return [partition] }
          return (0..<count).map { _ in partition.mapObject { $0["events"] = 1 } }
        }
      }
    },
    .configuration(
      "rotates-each-scope",
      "Every scope begins a partition.",
      violates: ["REALM-22", "REALM-24"]
    ) { $0["maxPartitionBytes"] = 1 },
    .program(
      "small-by-default",
      "Without a maximum a partition takes one byte.",
      violates: ["REALM-24"]
    ) { program in
      program.with { program in
        if program.events?["maxPartitionBytes"] == nil { program.events?["maxPartitionBytes"] = 1 }
      }
    },
    .answer(
      "custom-events-are-not-counted",
      "Custom events go to the partition that is there, however full it is.",
      violates: ["REALM-23"]
    ) { program, result in
      // Each run has a partition of its own anyway.
      guard !program.allSteps.contains(where: { $0["do"] == "restart" }) else { return result }
      let begun = result.firstEventsOfPartitions
      let calls = program.customEvents
      return result.mapPartitions(program) { partitions in
        partitions.reduce(into: []) { kept, partition in
          guard let first = begun[partition["partition"] ?? .null],
            calls.contains(where: { $0.matches(first) }), let former = kept.popLast()
          else { return kept.append(partition) }
          let count = (former["events"]?.int ?? 0) + (partition["events"]?.int ?? 0)
          kept.append(
            partition.mapObject {
              $0["partition"] = former["partition"]
              $0["events"] = .int(count)
            }
          )
        }
      }
    },
    .outcome(
      "all-are-open",
      "Every partition that waits is open for uploading.",
      of: "partitions",
      violates: ["REALM-25"]
    ) { partitions in
      partitions.mapArray {
        $0.map { partition in
          partition.mapObject { if $0["state"] == "closed" { $0["state"] = "uploading" } }
        }
      }
    },
    .arrived(
      "newest-first",
      "The partition that was begun last is uploaded first.",
      violates: ["REALM-16"]
    ) { events in byPartition(events).reversed().flatMap(\.self) },
    .answer(
      "never-deletes",
      "Partitions stay on the device when they are uploaded.",
      violates: ["REALM-17"]
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

  static let restarts: [Violator] = [
    .walk(
      "ignores-leftovers",
      "A run does not look for what former ones have left.",
      violates: ["REALM-26"]
    ) { step, walk in
      guard step["do"] == "restart" else { return step }
      // Another user's leftovers are none of its own.
      var events = step["events"]?.object ?? [:]
      events["syncUser"] = .string("\(events["syncUser"]?.string ?? "user") of run \(walk.runs)")
      var step = step
      step["events"] = .object(events)
      return step
    },
    .arrived(
      "uploads-leftovers-last",
      "What the run records is uploaded before what former ones have left.",
      violates: ["REALM-16", "REALM-26"]
    ) { events in
      let partitions = byPartition(events)
      return (partitions.suffix(1) + partitions.dropLast()).flatMap(\.self)
    },
    .answer(
      "continues-a-leftover",
      "A run writes to the partition that the one before it has left.",
      violates: ["REALM-27"]
    ) { program, result in
      var runs = 0
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "restart" { runs += 1 }
        guard step["do"] == "partitions", runs > 0, case .ok(.array(let all)) = outcome,
          let last = all.last
        else { return outcome }
        let count = all.compactMap { $0["events"]?.int }.reduce(0, +)
        return .ok([last.mapObject { $0["events"] = .int(count) }])
      }
    },
    .answer(
      "begins-again-with-each-run",
      "A run uploads all of a leftover, also what had arrived.",
      violates: ["REALM-28"]
    ) { program, result in
      var hasBroken = false
      var isLaterRun = false
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "failUploads" { hasBroken = true }
        if step["do"] == "restart" { isLaterRun = hasBroken }
        guard step["do"] == "serverEvents", isLaterRun, case .ok(.array(let events)) = outcome
        else { return outcome }
        return .ok(.array(events + events.prefix(1)))
      }
    },
    .walk(
      "updates-outlive-the-process",
      "Metadata that was updated is still in force in the next run.",
      violates: ["REALM-29"]
    ) { step, walk in
      guard step["do"] == "restart", let update = walk.update else { return step }
      var step = step
      var events = step["events"]?.object ?? [:]
      if events["metadata"] == nil { events["metadata"] = update }
      step["events"] = .object(events)
      return step
    },
  ]

  static let pools: [Violator] = [
    .program(
      "takes-leftovers-of-other-prefixes",
      "Leftovers of every prefix are uploaded.",
      violates: ["REALM-30"]
    ) { $0.mapSteps { withoutKey("partitionPrefix", in: $0) } },
    .program(
      "finds-leftovers-by-what-they-begin-with",
      "Leftovers whose partition begins with the prefix are uploaded.",
      violates: ["REALM-30"]
    ) { program in
      let first = program.partitionPrefix ?? "events"
      return program.mapSteps { step in
        let prefix = step["events"]?["partitionPrefix"]?.string
        return prefix.map { first.hasPrefix($0) || $0.hasPrefix(first) } ?? false
          ? withoutKey("partitionPrefix", in: step) : step
      }
    },
    .configuration(
      "takes-leftovers-of-other-users",
      "Leftovers of every user are uploaded.",
      violates: ["REALM-31"]
    ) { $0["syncUser"] = nil },
    .userName(
      "users-in-small-letters",
      "Users whose names differ in capital letters share their leftovers.",
      violates: ["REALM-31", "REALM-11"]
    ) { $0.lowercased() },
    .userName(
      "users-as-names-of-folders",
      "Users whose names give the same folder share their leftovers.",
      violates: ["REALM-31", "REALM-11"]
    ) { String($0.map { $0 == "/" ? "_" : $0 }.prefix(255)) },
    .userName(
      "long-names-are-cut",
      "Users whose names agree in their first 255 characters share their leftovers.",
      violates: ["REALM-11", "REALM-31"]
    ) { String($0.prefix(255)) },
    .configuration(
      "one-collection-for-all-apps",
      "Events of every app arrive in one collection.",
      violates: ["REALM-32"]
    ) { $0["app"] = nil },
    .walk(
      "passed-over-is-lost",
      "Leftovers that a run has passed over are not found again.",
      violates: ["REALM-33"]
    ) { step, walk in
      guard step["do"] == "restart", walk.runs > 0, var events = step["events"]?.object,
        events["app"] == nil
      else { return step }
      events["syncUser"] = .string("run \(walk.runs)")
      var step = step
      step["events"] = .object(events)
      return step
    },
  ]

  /// The events of each partition, in their order.
  private static func byPartition(_ events: [JSON]) -> [[JSON]] {
    Tamper.runs(of: events) { $0["_partition"] == $1["_partition"] }
  }

  /// A restart whose event configuration lacks a key.
  private static func withoutKey(_ key: String, in step: JSONObject) -> JSONObject {
    guard step["do"] == "restart", var events = step["events"]?.object else { return step }
    var step = step
    events[key] = nil
    step["events"] = .object(events)
    return step
  }
}

extension CaseResult {
  /// The event that each partition begins with.
  fileprivate var firstEventsOfPartitions: [JSON: JSON] {
    guard case .completed(_, let events) = self else { return [:] }
    return Dictionary(events.map { ($0["_partition"] ?? .null, $0) }) { first, _ in first }
  }

  /// This answer with other partitions wherever they are asked for.
  fileprivate func mapPartitions(
    _ program: CaseProgram,
    _ body: ([JSON]) -> [JSON]
  ) -> CaseResult {
    mapOutcomes(program) { step, outcome in
      guard step["do"] == "partitions", case .ok(let partitions) = outcome else { return outcome }
      return .ok(partitions.mapArray(body))
    }
  }
}

extension Violator {
  /// The reference that takes users for others whose names are as the function changes them.
  fileprivate static let userName = Kind<@Sendable (String) -> String> { change in
    configuration {
      $0["syncUser"] = ($0["syncUser"]?.string).map { .string(change($0)) }
    }
  }
}
