import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Configuration".
  static let configuration: Entries = [
    "recording-needs-an-option": .program["CONFIG-1"](
      "An event configuration that sets nothing does not switch recording on."
    ) { if $0.events?.isEmpty == true { $0.events = nil } },
    "recording-is-always-on": .program["CONFIG-2"](
      "A realm without event configuration is recorded with the defaults."
    ) { $0.events = $0.events ?? [:] },
    "recording-steps-without-configuration-are-ignored":
      .overlooking("events-not-enabled")["CONFIG-2"](
        "Without event configuration recording steps do nothing, and do not fail."
      ),
    "another-default-prefix": .program["CONFIG-3"](
      "Without a prefix partitions begin with audit."
    ) { $0.partitionPrefix = $0.partitionPrefix ?? "audit" },
    "one-hyphen-after-the-prefix": .prefix["CONFIG-3"](
      "A prefix that ends with a hyphen gets no other."
    ) { $0.hasSuffix("-") ? String($0.dropLast()) : $0 },
    "an-empty-prefix-is-the-default": .program["CONFIG-4"]("An empty prefix counts as none.") {
      if $0.partitionPrefix == "" { $0.partitionPrefix = nil }
    },
    "slashes-are-refused-at-the-start-only": .prefix["CONFIG-5"](
      "A slash is looked for at the beginning of the prefix only."
    ) { $0.prefix(1) + $0.dropFirst().filter { $0 != "/" && $0 != "\\" } },
    "backslashes-are-no-slashes": .prefix["CONFIG-5"]("A prefix may hold a backslash.") {
      $0.filter { $0 != "\\" }
    },
    "prefix-is-trimmed": .prefix["CONFIG-6"]("White space around the prefix is removed.") {
      $0.trimmed
    },
    "prefix-is-decoded": .prefix["CONFIG-6"](
      "A percent-encoded slash in the prefix is a slash."
    ) { $0.replacing("%2F", with: "/").replacing("%2f", with: "/") },
    "prefix-is-an-identifier": .answer["CONFIG-6"](
      "A prefix of anything but letters, digits and hyphens is refused."
    ) { program, result in
      guard case .completed = result, let prefix = program.partitionPrefix,
        !prefix.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { return result }
      return .openError(StepError(code: "invalid-partition-prefix", message: "\(prefix)"))
    },
    "metadata-of-the-configuration-is-ignored": .program["CONFIG-7"](
      "Metadata is in force only after it was updated."
    ) { $0.events?["metadata"] = nil },
    "empty-metadata-keys": .metadataKeys["CONFIG-8"]("A metadata key may be empty.") {
      $0.isEmpty ? "empty" : $0
    },
    "metadata-keys-of-64-bytes": .metadataKeys["CONFIG-8"](
      "A metadata key may have 64 bytes."
    ) { $0.utf8.count == 64 ? "long" : $0 },
    "metadata-keys-below-63-bytes": .metadataKeys["CONFIG-8"](
      "A metadata key has fewer than 63 bytes."
    ) { $0.utf8.count == 63 ? $0 + "+" : $0 },
    "metadata-keys-are-counted-in-characters": .metadataKeys["CONFIG-8"](
      "The length of a metadata key is counted in characters."
    ) { $0.count <= 63 && $0.utf8.count > 63 ? "long" : $0 },
    "only-identity-and-payload-are-reserved": .rule["CONFIG-9"](
      "Only _id, event and data are reserved as metadata keys."
    ) { $0.reservedMetadataKeys.formIntersection(["_id", "_partition", "event", "data"]) },
    "only-the-first-metadata-key-is-checked": .program["CONFIG-9"](
      "A reserved key behind a good one is dropped."
    ) { program in
      let reserved = ["_id", "timestamp", "activity", "event", "data"]
      let pairs = program.metadataPairs
      guard pairs.count > 1 else { return }
      program.metadataPairs = [pairs[0]] + pairs.dropFirst().filter { !reserved.contains($0.key) }
    },
    "activity-is-reserved-in-2022": .rule["CONFIG-9"](
      "In edition 2022 the name activity is reserved instead of scope.",
      edition: "2022"
    ) { $0.reservedMetadataKeys = JSONObject.eventFields },
    "partition-is-a-metadata-key": .rule["CONFIG-10"]("Metadata may be called _partition.") {
      $0.reservedMetadataKeys.remove("_partition")
    },
    "metadata-keys-without-case": .metadataKeys["CONFIG-11"](
      "Metadata keys are the same if they differ in upper and lower case only."
    ) { $0.lowercased() },
    "metadata-keys-by-looks": .metadataKeys["CONFIG-11"](
      "Metadata keys are the same if they look the same, however they are encoded."
    ) { $0.precomposedStringWithCanonicalMapping },
    "the-last-duplicate-wins": .program["CONFIG-12"](
      "Of a metadata key that is given twice the last value counts."
    ) { $0.dropMetadata { $0.key == $1.key } },
    "the-same-metadata-twice-is-no-duplicate": .program["CONFIG-12"](
      "A metadata key may be given twice with the same value."
    ) { $0.dropMetadata { $0.key == $1.key && $0.value == $1.value } },
    "flexible-sync-as-its-own-user": .program["CONFIG-13"](
      "A realm with flexible sync may be recorded as its own user."
    ) { program in
      guard program.configuration["sync"] == "flexible", program.events?["syncUser"] == nil else {
        return
      }
      program.events?["syncUser"] = "auditor"
    },
    "flexible-sync-is-never-recorded": .program["CONFIG-14"](
      "A realm with flexible sync cannot be recorded at all."
    ) { if $0.configuration["sync"] == "flexible" { $0.events?["syncUser"] = nil } },
    "event-user-is-stored": .trails["CONFIG-15"](
      "The user of the event realm is stored with every event."
    ) { trail, program in
      trail.map { $0.with("syncUser", program.events?["syncUser"]) }
    },
    "an-error-handler-replaces-the-completion": .answer["CONFIG-15"](
      "With an error handler set nothing is stored before it was asked."
    ) { $0.events?["errorHandler"] == true ? $1.mapEvents { _ in [] } : $1 },
    "partition-value-in-the-prefix": .program["CONFIG-19"](
      "The partition of the events holds the partition value of the realm."
    ) { program in
      guard let value = program.configuration["partitionValue"]?.string, !value.isEmpty else {
        return
      }
      program.partitionPrefix = "\(program.partitionPrefix ?? "events")-\(value)"
    },
    "the-name-auditevent-is-taken": .trails["CONFIG-20"](
      "A class of the application that is called AuditEvent is not recorded."
    ) { trail, _ in trail.filter { $0.object?.payload?["type"] != "AuditEvent" } },
    "refusals-in-other-words": .answer["CONFIG-21"](
      "Edition core words its refusals as it likes.",
      edition: "core"
    ) { _, result in
      guard case .openError(let error) = result else { return result }
      return .openError(StepError(code: error.code, message: "invalid event configuration"))
    },
  ]
}

extension CaseProgram {
  /// Drops the metadata that agrees with what is given later.
  fileprivate mutating func dropMetadata(
    _ agree: ((key: String, value: JSON), (key: String, value: JSON)) -> Bool
  ) {
    let pairs = metadataPairs
    if pairs.isEmpty { return }
    metadataPairs = pairs.enumerated().filter { index, pair in
      !pairs.dropFirst(index + 1).contains { agree($0, pair) }
    }.map(\.element)
  }
}
