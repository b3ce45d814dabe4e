import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // What stands in the fields that every event has: its id, its partition, its kind, its payload and its time.

  static let fields: Entries = [
    "id-as-text": .document("The id of an event is a text.", ["META-1"]) {
      $0["_id"] = $0["_id"]?["$oid"]
    },
    "id-of-the-scope": .trails("Events in a row with one activity share their id.", ["META-1"]) {
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
    "custom-event-without-activity": .customEvent(
      "A custom event has no activity.",
      ["META-3"]
    ) { [$1.with("activity", nil)] },
    "event-capitalised": .document(
      "Events are called `Read` and `Write`.",
      ["META-4", "WRITE-2", "DOC-6"]
    ) {
      if $0["event"] == "read" { $0["event"] = "Read" }
      if $0["event"] == "write" { $0["event"] = "Write" }
    },
    "data-as-document": .document("Payloads are stored as documents.", ["META-5", "DOC-6"]) {
      if let json = $0["data"]?.string.flatMap({ try? JSON(parsing: $0) }) { $0["data"] = json }
    },
  ]

  static let timestamps: Entries = [
    "timestamp-as-text": .document("The timestamp is a text.", ["META-6"]) {
      $0["timestamp"] = $0["timestamp"]?["$date"]
    },
    "timestamp-whole-seconds": .milliseconds("Timestamps are cut to whole seconds.", ["META-6"]) {
      $0 - $0 % 1000
    },
    "timestamp-local": .milliseconds(
      "Timestamps are in the time of a place, marked as UTC.",
      ["META-6"]
    ) { $0 + 7_200_000 },
    "timestamp-of-beginning": .stages(
      "Events bear the time at which their scope began.",
      ["META-6"]
    ) { pipeline in
      let observe = pipeline.observe
      let beginnings = Memory<[Int: Timestamp]>([:])
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
    "timestamp-of-commit-in-core": .changingScopes(
      "In edition core events bear the time of the commit.",
      ["META-7"],
      edition: "core"
    ) { $0.stamp($1.clock.now) },
    "timestamp-never-back": .stages("Timestamps never go back.", ["META-8"]) { pipeline in
      let observe = pipeline.observe
      let latest = Memory<Timestamp?>(nil)
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
  fileprivate static let partition = Kind<@Sendable (String) -> String> { change in
    document { $0["_partition"] = $0["_partition"]?.mapString(change) }
  }.violating("META-2")

  /// The reference with the timestamps of its documents moved.
  fileprivate static let milliseconds = Kind<@Sendable (Int64) -> Int64> { move in
    document { event in
      guard let time = event["timestamp"]?["$date"]?.string.flatMap(Timestamp.init(iso8601:)) else {
        return
      }
      event["timestamp"] = Timestamp(milliseconds: move(time.milliseconds)).extendedJSON
    }
  }
}
