import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Wrong ideas of what stands in a stored document, and which metadata and time it bears.
  static let metadata: [Violator] = fields + timestamps + metadataFields + updates

  private static let metadataFields: [Violator] = [
    .metadata(
      "metadata-in-one-field",
      "Metadata stands in a field of its own.",
      violates: ["META-9", "META-10"]
    ) { event, metadata in event["metadata"] = .object(metadata) },
    .answer(
      "metadata-not-on-custom-events",
      "Custom events carry no metadata.",
      violates: ["META-9", "META-15"]
    ) { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        trail.map { event in
          calls.contains { $0.matches(event) } ? event.mapObject { $0 = $0.withoutMetadata } : event
        }
      }
    },
    .metadata("metadata-on-first-event", "Metadata is a text of JSON.", violates: ["META-9"]) {
      if !$1.isEmpty { $0["metadata"] = .string(JSON.object($1).text()) }
    },
    .document(
      "field-of-version",
      "An event has a field for the version of its form.",
      violates: ["META-10", "DOC-6", "DOC-12"]
    ) { $0["version"] = "1" },
    .metadataEntry("metadata-value-trimmed", "Metadata loses the space around it.") { key, value in
      (key, .string((value.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines)))
    },
    .metadataEntry("metadata-value-typed", "Metadata that looks like a number is one.") {
      ($0, $1.string.flatMap { Int64($0) }.map(JSON.int) ?? $1)
    },
    .metadataEntry("metadata-empty-left-out", "Metadata without a text is left out.") {
      $1 == "" ? nil : ($0, $1)
    },
    .metadataEntry("metadata-key-lower-case", "Metadata keys are in lower case.") {
      ($0.lowercased(), $1)
    },
    .metadataEntry(
      "metadata-key-ascii",
      "Metadata keys have underscores for what is no letter or digit."
    ) { key, value in
      (String(key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }), value)
    },
  ]

  private static let updates: [Violator] = [
    .beforehand(
      "metadata-of-commit",
      "A scope carries the metadata of its commit.",
      violates: ["META-12", "META-19"]
    ) { operation, recording in
      if case .commitScope(let log) = operation { log.metadata = recording.metadata }
    },
    .ignoring(
      "metadata-of-opening",
      "Updates of the metadata have no effect.",
      violates: ["META-13", "META-14", "META-15", "DOC-5"]
    ) { if case .updateMetadata = $0 { true } else { false } },
    .observing("metadata-keys-stay", "Keys of removed metadata are kept.", violates: ["META-14"]) {
      operation,
      recording,
      right in
      guard case .updateMetadata(let update) = operation else {
        return right(operation, &recording)
      }
      let named = Set(update.entries.map(\.key))
      let kept = recording.metadata.entries.filter { !named.contains($0.key) }
      return right(.updateMetadata(EventMetadata(kept + update.entries)), &recording)
    },
    .ignoring(
      "metadata-empty-update-ignored",
      "An empty update is taken for none.",
      violates: ["META-14"]
    ) { operation in
      if case .updateMetadata(let update) = operation { update.entries.isEmpty } else { false }
    },
    .observing(
      "metadata-of-scope-on-custom-events",
      "Custom events carry the metadata of their scope.",
      violates: ["META-15"]
    ) { operation, recording, right in
      let inForce = recording.metadata
      if case .recordEvent = operation, let scope = recording.scopes.last {
        recording.metadata = scope.metadata
        defer { recording.metadata = inForce }
        return right(operation, &recording)
      }
      return right(operation, &recording)
    },
    .answer(
      "metadata-rewrites-the-past",
      "An update changes what is stored.",
      violates: ["META-16", "META-12"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result else { return result }
      let updates = program.allSteps.filter { $0["do"] == "updateMetadata" }
      guard let latest = updates.last?["metadata"]?.object else { return result }
      let rewritten = events.map { event in
        event.mapObject { fields in
          fields = latest.metadata.reduce(into: fields.withoutMetadata) { $0[$1.key] = $1.value }
        }
      }
      return .completed(steps: outcomes, events: rewritten)
    },
    .ignoringUpdate(
      "invalid-metadata-key",
      "An update with a key that can't be is ignored silently."
    ),
    .ignoringUpdate("duplicate-metadata-key", "An update with a key twice is ignored silently."),
    .steps(
      "refused-update-half-taken",
      "The good keys of a refused update are taken over.",
      violates: ["META-18"],
      learns: true
    ) { step, knowledge in
      guard step["do"] == "updateMetadata", knowledge.outcome?.errorCode != nil,
        let metadata = step["metadata"]
      else { return [step] }
      let good = goodEntries(of: metadata)
      return good == metadata ? [step] : [["do": "updateMetadata", "metadata": good], step]
    },
    .answer(
      "refused-update-clears",
      "After a refused update events carry no metadata.",
      violates: ["META-18"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result,
        zip(program.stepValues, outcomes).contains(where: { step, outcome in
          if step["do"] == "updateMetadata", case .error = outcome { true } else { false }
        })
      else { return result }
      let bare = events.map { $0.mapObject { $0 = $0.withoutMetadata } }
      return .completed(steps: outcomes, events: bare)
    },
    .trail(
      "failed-scope-breaks-fields",
      "Fields that a failed scope was to introduce are taken for there.",
      violates: ["META-20"]
    ) { trail in
      trail.loseParts { part, former in
        let failed = former.filter(\.isFailed).flatMap(\.metadataKeys)
        let stored = former.filter { !$0.isFailed }.flatMap(\.metadataKeys)
        return !part.metadataKeys.isDisjoint(with: Set(failed).subtracting(stored))
      }
    },
    .beforehand(
      "cancelled-scope-returns-metadata",
      "Cancelling a scope takes updates of the metadata back.",
      violates: ["META-21"]
    ) { operation, recording in
      if case .cancelScope(let log) = operation { recording.metadata = log.metadata }
    },
    .answer("update-is-an-event", "An update of the metadata is recorded.", violates: ["META-21"]) {
      program,
      result in
      guard case .completed(let outcomes, let events) = result, let last = events.last else {
        return result
      }
      let updates = zip(program.stepValues, outcomes).filter { step, outcome in
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
    ) { $0.activityField = "activity" },
    .rule(
      "plain-payloads-in-2022",
      "In edition 2022 payloads are not compressed.",
      violates: ["META-23"],
      edition: "2022"
    ) { $0.compressesPayloads = false },
  ]
}

extension Catalogue {
  /// The metadata without the keys that can't be; of a key that stands twice the first is left.
  private static func goodEntries(of metadata: JSON) -> JSON {
    let pairs: [(String, JSON)] =
      metadata.object?.map { ($0, $1) }
      ?? (metadata.array ?? []).compactMap { pair in pair[0]?.string.map { ($0, pair[1] ?? .null) }
      }
    let reserved: Set = ["_id", "_partition", "timestamp", "activity", "event", "data"]
    var good = JSONObject()
    for (key, value) in pairs
    where (1...63).contains(key.utf8.count) && !reserved.contains(key) && good[key] == nil {
      good[key] = value
    }
    return .object(good)
  }
}

extension Violator {
  /// The reference with the metadata of each document put back otherwise.
  fileprivate static let metadata = Kind<
    @Sendable (_ event: inout JSONObject, _ metadata: JSONObject) -> Void
  > { put in
    document { event in
      let metadata = event.metadata
      event = event.withoutMetadata
      put(&event, metadata)
    }
  }

  /// The reference with other metadata than was given, entry by entry; nil leaves one out.
  fileprivate static func metadataEntry(
    _ id: String,
    _ title: String,
    _ replace: @escaping @Sendable (String, JSON) -> (key: String, value: JSON)?
  ) -> Violator {
    .metadata(id, title, violates: ["META-11"]) { event, metadata in
      for (key, value) in metadata {
        if let entry = replace(key, value) { event[entry.key] = entry.value }
      }
    }
  }

  /// The reference that does not tell when it refuses an update.
  fileprivate static func ignoringUpdate(_ code: String, _ title: String) -> Violator {
    .outcomes("update-ignores-\(code)", title, violates: ["META-17"]) { step, outcome in
      step["do"] == "updateMetadata" && outcome.errorCode == code ? .ok(nil) : outcome
    }
  }
}
