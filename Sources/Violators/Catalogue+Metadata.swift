import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what stands in a stored document, and which metadata and time it bears.
  static let metadata: [Violator] = fields + timestamps + metadataFields + updates

  private static let fields: [Violator] = [
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

  private static let timestamps: [Violator] = [
    .document("timestamp-as-text", "The timestamp is a text.", violates: ["META-6"]) {
      $0["timestamp"] = $0["timestamp"]?["$date"]
    },
    .document(
      "timestamp-whole-seconds",
      "Timestamps are cut to whole seconds.",
      violates: ["META-6"]
    ) {
      shift(&$0) { $0 - $0 % 1000 }
    },
    .document(
      "timestamp-local",
      "Timestamps are in the time of a place, marked as UTC.",
      violates: ["META-6"]
    ) {
      shift(&$0) { $0 + 7_200_000 }
    },
    .rule(
      "timestamp-of-beginning",
      "Events bear the time at which their scope began.",
      violates: ["META-6"]
    ) {
      $0.metadata.timesEvents = false
    },
    .rule(
      "timestamp-of-commit-in-core",
      "In edition core events bear the time of the commit.",
      violates: ["META-7"],
      edition: "core"
    ) {
      $0.scopes.stampsAtCommit = true
    },
    .rule("timestamp-never-back", "Timestamps never go back.", violates: ["META-8"]) {
      $0.metadata.timestampsGoBack = false
    },
  ]

  private static let metadataFields: [Violator] = [
    .metadata(
      "metadata-in-one-field",
      "Metadata stands in a field of its own.",
      violates: ["META-9", "META-10"]
    ) { own, others in
      var event = own
      event["metadata"] = .object(others)
      return event
    },
    .answer(
      "metadata-not-on-custom-events",
      "Custom events carry no metadata.",
      violates: ["META-9", "META-15"]
    ) { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        trail.map { event in
          guard calls.contains(where: { $0.matches(event) }), let members = event.object else {
            return event
          }
          return .object(
            JSONObject(
              uniqueMembers: members.filter { stored.contains($0.key) }.map { ($0.key, $0.value) }
            )
          )
        }
      }
    },
    .metadata("metadata-on-first-event", "Metadata is a text of JSON.", violates: ["META-9"]) {
      own,
      others in
      var event = own
      if !others.isEmpty { event["metadata"] = .string(JSON.object(others).text()) }
      return event
    },
    .document(
      "field-of-version",
      "An event has a field for the version of its form.",
      violates: ["META-10", "DOC-6", "DOC-12"]
    ) {
      $0["version"] = "1"
    },
    .metadata(
      "metadata-value-trimmed",
      "Metadata loses the space around it.",
      violates: ["META-11"]
    ) { own, others in
      others.reduce(into: own) { event, entry in
        event[entry.key] = .string(
          (entry.value.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        )
      }
    },
    .metadata(
      "metadata-value-typed",
      "Metadata that looks like a number is one.",
      violates: ["META-11"]
    ) { own, others in
      others.reduce(into: own) { event, entry in
        event[entry.key] = entry.value.string.flatMap { Int64($0) }.map(JSON.int) ?? entry.value
      }
    },
    .metadata(
      "metadata-empty-left-out",
      "Metadata without a text is left out.",
      violates: ["META-11"]
    ) { own, others in
      others.reduce(into: own) { event, entry in
        if entry.value != "" { event[entry.key] = entry.value }
      }
    },
    .metadata("metadata-key-lower-case", "Metadata keys are in lower case.", violates: ["META-11"])
    { own, others in
      others.reduce(into: own) { $0[$1.key.lowercased()] = $1.value }
    },
    .metadata(
      "metadata-key-ascii",
      "Metadata keys have underscores for what is no letter or digit.",
      violates: ["META-11"]
    ) { own, others in
      others.reduce(into: own) { event, entry in
        let key = String(entry.key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        event[key] = entry.value
      }
    },
  ]

  private static let updates: [Violator] = [
    .rule(
      "metadata-of-commit",
      "A scope carries the metadata of its commit.",
      violates: ["META-12", "META-19"]
    ) {
      $0.metadata.isCapturedAtBeginning = false
    },
    .rule(
      "metadata-of-opening",
      "Updates of the metadata have no effect.",
      violates: ["META-13", "META-14", "META-15", "DOC-5"]
    ) {
      $0.metadata.takesUpdates = false
    },
    .rule("metadata-keys-stay", "Keys of removed metadata are kept.", violates: ["META-14"]) {
      $0.metadata.replacesAll = false
    },
    .rule(
      "metadata-empty-update-ignored",
      "An empty update is taken for none.",
      violates: ["META-14"]
    ) {
      $0.metadata.takesEmptyUpdates = false
    },
    .rule(
      "metadata-of-scope-on-custom-events",
      "Custom events carry the metadata of their scope.",
      violates: ["META-15"]
    ) {
      $0.metadata.isOfTheMomentInCustomEvents = false
    },
    .answer(
      "metadata-rewrites-the-past",
      "An update changes what is stored.",
      violates: ["META-16", "META-12"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result else { return result }
      let updates = program.allSteps.filter { $0["do"] == "updateMetadata" }
      guard let latest = updates.last?["metadata"]?.object else { return result }
      let rewritten = events.map { event -> JSON in
        let own = (event.object ?? [:]).filter { stored.contains($0.key) }
        let named = latest.filter { !stored.contains($0.key) }
        return .object(JSONObject(uniqueMembers: (own + named).map { ($0.key, $0.value) }))
      }
      return .completed(steps: outcomes, events: rewritten)
    },
    .ignoringUpdate(
      "invalid-metadata-key",
      "An update with a key that can't be is ignored silently."
    ),
    .ignoringUpdate("duplicate-metadata-key", "An update with a key twice is ignored silently."),
    .rule(
      "refused-update-half-taken",
      "The good keys of a refused update are taken over.",
      violates: ["META-18"]
    ) {
      $0.metadata.keepsGoodKeysOfRefusedUpdates = true
    },
    .answer(
      "refused-update-clears",
      "After a refused update events carry no metadata.",
      violates: ["META-18"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result,
        zip(program.steps, outcomes).contains(where: { step, outcome in
          if step["do"] == "updateMetadata", case .error = outcome { true } else { false }
        })
      else { return result }
      let bare = events.map { event -> JSON in
        let own = (event.object ?? [:]).filter { stored.contains($0.key) }
        return .object(JSONObject(uniqueMembers: own.map { ($0.key, $0.value) }))
      }
      return .completed(steps: outcomes, events: bare)
    },
    .rule(
      "failed-scope-breaks-fields",
      "Fields that a failed scope was to introduce are taken for there.",
      violates: ["META-20"]
    ) {
      $0.metadata.forgetsFieldsOfFailedScopes = false
    },
    .rule(
      "cancelled-scope-returns-metadata",
      "Cancelling a scope takes updates of the metadata back.",
      violates: ["META-21"]
    ) {
      $0.metadata.returnsWithCancelledScopes = true
    },
    .answer("update-is-an-event", "An update of the metadata is recorded.", violates: ["META-21"]) {
      program,
      result in
      guard case .completed(let outcomes, let events) = result, let last = events.last else {
        return result
      }
      let updates = zip(program.steps, outcomes).filter { step, outcome in
        if step["do"] == "updateMetadata", case .ok = outcome { true } else { false }
      }
      let added = updates.indices.map { index in
        last.mapObject {
          $0["_id"] = Tamper.newId(like: $0["_id"], salt: "update \(index)")
          $0["activity"] = "metadata"
          $0["event"] = "update"
          $0["data"] = nil
        }
      }
      return .completed(steps: outcomes, events: events + added)
    },
    .rule(
      "activity-field-in-2022",
      "In edition 2022 the activity is stored as `activity`.",
      violates: ["META-22"],
      edition: "2022"
    ) {
      $0.activityField = "activity"
    },
    .rule(
      "plain-payloads-in-2022",
      "In edition 2022 payloads are not compressed.",
      violates: ["META-23"],
      edition: "2022"
    ) {
      $0.compressesPayloads = false
    },
  ]

  /// The fields that every event may have.
  private static let stored: Set<String> = [
    "_id", "_partition", "activity", "timestamp", "event", "data",
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
  fileprivate static func document(
    _ id: String,
    _ title: String,
    violates: [String],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Violator {
    .answer(id, title, violates: violates) { program, result in
      result.mapTrails(program) { $0.map { $0.mapObject(change) } }
    }
  }

  /// The reference with the metadata of each document put back otherwise.
  fileprivate static func metadata(
    _ id: String,
    _ title: String,
    violates: [String],
    _ join: @escaping @Sendable (_ own: JSONObject, _ metadata: JSONObject) -> JSONObject
  ) -> Violator {
    let stored: Set<String> = ["_id", "_partition", "activity", "timestamp", "event", "data"]
    return .document(id, title, violates: violates) { event in
      let own = event.filter { stored.contains($0.key) }.map { ($0.key, $0.value) }
      let metadata = event.filter { !stored.contains($0.key) }.map { ($0.key, $0.value) }
      event = join(JSONObject(uniqueMembers: own), JSONObject(uniqueMembers: metadata))
    }
  }

  /// The reference that does not tell when it refuses an update.
  fileprivate static func ignoringUpdate(_ code: String, _ title: String) -> Violator {
    .answer("update-ignores-\(code)", title, violates: ["META-17"]) { program, result in
      result.mapOutcomes(program) { step, outcome in
        if step["do"] == "updateMetadata", case .error(let error) = outcome, error.code == code {
          .ok(nil)
        } else {
          outcome
        }
      }
    }
  }
}
