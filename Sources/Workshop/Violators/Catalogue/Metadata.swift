import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Wrong ideas of what stands in a stored document, and which metadata and time it bears.
  static let metadata: [Violator] =
    [fields, timestamps, metadataFields, updates, refusedUpdates].flatMap(\.named)

  private static let metadataFields: Entries = [
    "metadata-in-one-field": .metadata["META-9", "META-10"](
      "Metadata stands in a field of its own."
    ) { event, metadata in event["metadata"] = .object(metadata) },
    "metadata-not-on-custom-events": .trailWithCalls["META-9", "META-15"](
      "Custom events carry no metadata."
    ) { trail, isCustom, _ in
      trail.map { isCustom($0) ? $0.with(metadata: [:]) : $0 }
    },
    "field-of-version": .document["META-10", "DOC-6", "DOC-12"](
      "An event has a field for the version of its form."
    ) { $0["version"] = "1" },
    "metadata-value-trimmed": .metadataEntry("Metadata loses the space around it.") {
      ($0, $1.mapString(\.trimmed))
    },
    "metadata-value-typed": .metadataEntry("Metadata that looks like a number is one.") {
      ($0, $1.string.flatMap { Int64($0) }.map(JSON.int) ?? $1)
    },
    "metadata-empty-left-out": .metadataEntry("Metadata without a text is left out.") {
      $1 == "" ? nil : ($0, $1)
    },
    "metadata-key-lower-case": .metadataEntry("Metadata keys are in lower case.") {
      ($0.lowercased(), $1)
    },
    "metadata-key-ascii": .metadataEntry(
      "Metadata keys have underscores for what is not a letter or digit."
    ) { key, value in
      (String(key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }), value)
    },
  ]

  private static let updates: Entries = [
    "metadata-of-commit": .changingScopes["META-12", "META-19"](
      "A scope carries the metadata of its commit."
    ) { $0.metadata = $1.metadata },
    "metadata-of-opening": .ignoring["META-13", "META-14", "META-15", "DOC-5"](
      "Updates of the metadata have no effect."
    ) { if case .updateMetadata = $0 { true } else { false } },
    "metadata-keys-stay": .observing["META-14"]("Keys of removed metadata are kept.") {
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
    "metadata-empty-update-ignored": .ignoring["META-14"]("An empty update is taken for none.") {
      if case .updateMetadata(let update) = $0 { update.entries.isEmpty } else { false }
    },
    "metadata-of-scope-on-custom-events": .observing["META-15"](
      "Custom events carry the metadata of their scope."
    ) { operation, recording, right in
      let inForce = recording.metadata
      if case .recordEvent = operation, let scope = recording.scopesInOrder.last {
        recording.metadata = scope.metadata
        defer { recording.metadata = inForce }
        return right(operation, &recording)
      }
      return right(operation, &recording)
    },
    "metadata-rewrites-the-past": .answer["META-16", "META-12"](
      "An update changes what is stored."
    ) { program, result in
      guard let latest = program.latestUpdate?.object else { return result }
      return result.mapEvents { $0.map { $0.with(metadata: latest.metadata) } }
    },
  ]

  private static let refusedUpdates: Entries = [
    "update-ignores-invalid-metadata-key": .overlooking("invalid-metadata-key")["META-17"](
      "An update with a key that can't be is ignored silently."
    ),
    "update-ignores-duplicate-metadata-key": .overlooking("duplicate-metadata-key")["META-17"](
      "An update with a key twice is ignored silently."
    ),
    "refused-update-half-taken": .triedSteps["META-18"](
      "The good keys of a refused update are taken over."
    ) { step, walk in
      guard walk.outcome?.errorCode != nil, let metadata = step[.metadata] else { return nil }
      var good = JSONObject()
      for (key, value) in (step.json.object ?? [:]).metadataPairs
      where (1...63).contains(key.utf8.count) && !JSONObject.eventFields.contains(key)
        && good[key] == nil
      {
        good[key] = value
      }
      return .object(good) == metadata ? nil : [.updateMetadata(.object(good)), step]
    },
    "failed-scope-breaks-fields": .parts["META-20"](
      "Fields that a failed scope was to introduce are taken for there."
    ) { part, former in
      let failed = former.filter(\.isFailed).flatMap(\.metadataKeys)
      let stored = former.filter { !$0.isFailed }.flatMap(\.metadataKeys)
      if !part.metadataKeys.isDisjoint(with: Set(failed).subtracting(stored)) { part.lose() }
    },
    "cancelled-scope-returns-metadata": .beforehand["META-21"](
      "Cancelling a scope takes updates of the metadata back."
    ) { operation, recording in
      guard case .cancelScope(let id) = operation else { return }
      if let scope = recording.scopes[id] { recording.metadata = scope.metadata }
    },
    "activity-field-in-2022": .rule["META-22"](
      "In edition 2022 the activity is stored as `activity`.",
      edition: "2022"
    ) { $0.activityField = "activity" },
    "plain-payloads-in-2022": .rule["META-23"](
      "In edition 2022 payloads are not compressed.",
      edition: "2022"
    ) { $0.compressesPayloads = false },
  ]
}

extension Violator {
  /// The reference with the metadata of each document put back otherwise.
  fileprivate static let metadata = Violation<
    @Sendable (_ event: inout JSONObject, _ metadata: JSONObject) -> Void
  > { put in
    document { event in
      let metadata = event.metadata
      event.metadata = [:]
      put(&event, metadata)
    }
  }

  /// The reference with other metadata than was given, entry by entry; nil leaves one out.
  fileprivate static let metadataEntry = Violation<
    @Sendable (String, JSON) -> (key: String, value: JSON)?
  > { replace in
    metadata { event, metadata in
      for (key, value) in metadata {
        if let entry = replace(key, value) { event[entry.key] = entry.value }
      }
    }
  }["META-11"]
}
