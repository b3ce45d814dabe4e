import Formats
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  // What stands in the fields that every event has: its id, its partition, its kind, its payload and its time.

  static let fields: Entries = [
    "id-as-text": .document["META-1"]("The id of an event is a text.") {
      $0["_id"] = $0["_id"]?["$oid"]
    },
    "id-of-the-scope": .trails["META-1"]("Events in a row with one activity share their id.") {
      trail,
      _ in
      trail.runsOfActivities.flatMap { run in
        run.map { $0.with("_id", run[0]["_id"]) }
      }
    },
    "partition-is-prefix": .partition("The partition is the prefix alone.") {
      String($0.dropLast(25))
    },
    "partition-upper-case": .partition("The object id in a partition has capital letters.") {
      $0.dropLast(24) + $0.suffix(24).uppercased()
    },
    "partition-is-uuid": .partition("A partition ends in a UUID.") {
      $0.dropLast(24) + "00000000-0000-4000-8000-000000000001"
    },
    "custom-event-without-activity": .customEvent["META-3"](
      "A custom event has no activity."
    ) { [$1.with("activity", nil)] },
  ]

  static let timestamps: Entries = [
    "timestamp-whole-seconds": .milliseconds["META-6"]("Timestamps are cut to whole seconds.") {
      $0 - $0 % 1000
    },
    "timestamp-of-beginning": .stages["META-6"](
      "Events bear the time at which their scope began."
    ) { pipeline in
      let observe = pipeline.observe
      let beginnings = Memory<[Int: ReferenceRealm.Timestamp]>([:])
      pipeline.observe = { operation, recording in
        if case .beginScope(let log) = operation {
          let (scope, now) = (log.id, recording.clock.now)
          beginnings { $0[scope] = now }
        }
        return observe(operation, &recording).mapScope { scope in
          let id = scope.id
          if let beginning = beginnings({ $0[id] }) { scope.stamp(beginning) }
        }
      }
    },
    "timestamp-of-commit-in-core": .changingScopes["META-7"](
      "In edition core events bear the time of the commit.",
      edition: "core"
    ) { $0.stamp($1.clock.now) },
    "timestamp-never-back": .stages["META-8"]("Timestamps never go back.") { pipeline in
      let observe = pipeline.observe
      let latest = Memory<ReferenceRealm.Timestamp?>(nil)
      pipeline.observe = { operation, recording in
        let clock = recording.clock
        recording.clock = EventClock {
          let now = clock.now
          return latest { latest in
            latest = max(latest ?? now, now)
            return latest ?? now
          }
        }
        defer { recording.clock = clock }
        return observe(operation, &recording)
      }
    },
  ]
}

extension Violator {
  /// The reference with other partitions in its documents.
  fileprivate static let partition = Violation<@Sendable (String) -> String> { change in
    document { $0["_partition"] = $0["_partition"]?.mapString(change) }
  }["META-2"]

  /// The reference with the timestamps of its documents moved.
  fileprivate static let milliseconds = Violation<@Sendable (Int64) -> Int64> { move in
    document { event in
      guard let json = event["timestamp"], case .date(let time)? = ExtendedValue(json) else {
        return
      }
      let moved = ReferenceRealm.Timestamp(milliseconds: move(time.milliseconds))
      event["timestamp"] = moved.extendedJSON
    }
  }
}
