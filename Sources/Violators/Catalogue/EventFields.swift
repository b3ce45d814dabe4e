import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // What stands in the fields that every event has: its id, its partition, its kind, its payload and its time.

  static let fields: [Violator] = [
    .document("id-as-text", "The id of an event is a text.", violates: ["META-1"]) {
      $0["_id"] = $0["_id"]?["$oid"]
    },
    .answer(
      "id-of-the-scope",
      "Events in a row with one activity share their id.",
      violates: ["META-1"]
    ) { program, result in
      result.mapTrails(program) { trail in
        Tamper.runs(of: trail) { $0["activity"] == $1["activity"] }.flatMap { run in
          run.map { event in event.mapObject { $0["_id"] = run.first?["_id"] } }
        }
      }
    },
    .document("partition-is-prefix", "The partition is the prefix alone.", violates: ["META-2"]) {
      $0["_partition"] = $0["_partition"]?.string.map { .string(String($0.dropLast(25))) }
    },
    .document(
      "partition-upper-case",
      "The object id in a partition has capital letters.",
      violates: ["META-2"]
    ) {
      $0["_partition"] = $0["_partition"]?.string.map {
        .string($0.dropLast(24) + String($0.suffix(24)).uppercased())
      }
    },
    .document("partition-is-uuid", "A partition ends in a UUID.", violates: ["META-2"]) {
      $0["_partition"] = $0["_partition"]?.string.map {
        .string($0.dropLast(24) + "00000000-0000-4000-8000-000000000001")
      }
    },
    .customEvent(
      "custom-event-without-activity",
      "A custom event has no activity.",
      violates: ["META-3"]
    ) {
      [$1.mapObject { $0["activity"] = nil }]
    },
    .document(
      "event-capitalised",
      "Events are called `Read` and `Write`.",
      violates: ["META-4", "WRITE-2", "DOC-6"]
    ) {
      if $0["event"] == "read" { $0["event"] = "Read" }
      if $0["event"] == "write" { $0["event"] = "Write" }
    },
    .document(
      "data-as-document",
      "Payloads are stored as documents.",
      violates: ["META-5", "DOC-6"]
    ) {
      if let json = $0["data"]?.string.flatMap({ try? JSON(parsing: $0) }) { $0["data"] = json }
    },
  ]

  static let timestamps: [Violator] = [
    .document("timestamp-as-text", "The timestamp is a text.", violates: ["META-6"]) {
      $0["timestamp"] = $0["timestamp"]?["$date"]
    },
    .document(
      "timestamp-whole-seconds",
      "Timestamps are cut to whole seconds.",
      violates: ["META-6"]
    ) { shift(&$0) { $0 - $0 % 1000 } },
    .document(
      "timestamp-local",
      "Timestamps are in the time of a place, marked as UTC.",
      violates: ["META-6"]
    ) { shift(&$0) { $0 + 7_200_000 } },
    .stages(
      "timestamp-of-beginning",
      "Events bear the time at which their scope began.",
      violates: ["META-6"]
    ) { pipeline in
      let observe = pipeline.observe
      let beginnings = Memory<[Int: Timestamp]>([:])
      pipeline.observe = { operation, recording in
        if case .beginScope(let log) = operation {
          let (scope, now) = (log.id, recording.clock.now)
          beginnings { $0[scope] = now }
        }
        return observe(operation, &recording).mapScope { scope in
          beginnings { $0[scope.id] }.map { scope.stamped($0) } ?? scope
        }
      }
    },
    .observing(
      "timestamp-of-commit-in-core",
      "In edition core events bear the time of the commit.",
      violates: ["META-7"],
      edition: "core"
    ) { operation, recording, right in
      right(operation, &recording).mapScope { $0.stamped(recording.clock.now) }
    },
    .stages("timestamp-never-back", "Timestamps never go back.", violates: ["META-8"]) { pipeline in
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

  /// Moves the timestamp of an event, if it is a text.
  private static func shift(_ event: inout JSONObject, _ body: (Int64) -> Int64) {
    guard let text = event["timestamp"]?["$date"]?.string, let time = Timestamp(iso8601: text)
    else {
      return
    }
    event["timestamp"] = Timestamp(milliseconds: body(time.milliseconds)).extendedJSON
  }
}

extension Violator {
  /// The reference with every stored document changed.
  static let document = Kind<@Sendable (inout JSONObject) -> Void> { change in
    answer { program, result in
      result.mapTrails(program) { $0.map { $0.mapObject(change) } }
    }
  }
}
