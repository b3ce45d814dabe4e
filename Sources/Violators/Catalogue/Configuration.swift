import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Configuration".
  static let configuration: [Violator] = [
    .program(
      "recording-needs-an-option",
      "An event configuration that sets nothing does not switch recording on.",
      violates: ["CONFIG-1"]
    ) { program in
      program.with { if $0.events?.isEmpty == true { $0.events = nil } }
    },
    .program(
      "recording-is-always-on",
      "A realm without event configuration is recorded with the defaults.",
      violates: ["CONFIG-2"]
    ) { program in
      program.with { if $0.events == nil { $0.events = [:] } }
    },
    .outcomes(
      "recording-steps-without-configuration-are-ignored",
      "Without event configuration recording steps do nothing, and do not fail.",
      violates: ["CONFIG-2"]
    ) { _, outcome in outcome.errorCode == "events-not-enabled" ? .ok(.null) : outcome },
    .program(
      "another-default-prefix",
      "Without a prefix partitions begin with audit.",
      violates: ["CONFIG-3"]
    ) { program in
      program.with { if $0.partitionPrefix == nil { $0.partitionPrefix = "audit" } }
    },
    .program(
      "one-hyphen-after-the-prefix",
      "A prefix that ends with a hyphen gets no other.",
      violates: ["CONFIG-3"]
    ) { program in
      program.with {
        if let prefix = $0.partitionPrefix, prefix.hasSuffix("-") {
          $0.partitionPrefix = String(prefix.dropLast())
        }
      }
    },
    .events(
      "no-hyphen-after-the-prefix",
      "The object id follows the prefix without a hyphen.",
      violates: ["CONFIG-3"]
    ) { event, _ in
      var event = event
      if let partition = event["_partition"]?.string {
        event["_partition"] = .string(String(partition.dropLast(25) + partition.suffix(24)))
      }
      return event
    },
    .program(
      "an-empty-prefix-is-the-default",
      "An empty prefix counts as none.",
      violates: ["CONFIG-4"]
    ) { program in
      program.with { if $0.partitionPrefix == "" { $0.partitionPrefix = nil } }
    },
    .program(
      "slashes-are-refused-at-the-start-only",
      "A slash is looked for at the beginning of the prefix only.",
      violates: ["CONFIG-5"]
    ) { program in
      program.with { changed in
        guard let prefix = changed.partitionPrefix, let first = prefix.first else { return }
        let rest = prefix.dropFirst().filter { $0 != "/" && $0 != "\\" }
        changed.partitionPrefix = String(first) + rest
      }
    },
    .program(
      "backslashes-are-no-slashes",
      "A prefix may hold a backslash.",
      violates: ["CONFIG-5"]
    ) { program in
      program.with { changed in
        changed.partitionPrefix = changed.partitionPrefix.map { $0.filter { $0 != "\\" } }
      }
    },
    .program(
      "prefix-is-trimmed",
      "White space around the prefix is removed.",
      violates: ["CONFIG-6"]
    ) { program in
      program.with { changed in
        changed.partitionPrefix = changed.partitionPrefix.map { prefix in
          String(
            prefix.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
          )
        }
      }
    },
    .program(
      "prefix-is-decoded",
      "A percent-encoded slash in the prefix is a slash.",
      violates: ["CONFIG-6"]
    ) { program in
      program.with { changed in
        changed.partitionPrefix = changed.partitionPrefix.map {
          $0.replacing("%2F", with: "/").replacing("%2f", with: "/")
        }
      }
    },
    .answer(
      "prefix-is-an-identifier",
      "A prefix of anything but letters, digits and hyphens is refused.",
      violates: ["CONFIG-6"]
    ) { program, result in
      guard case .completed = result, let prefix = program.partitionPrefix,
        !prefix.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { return result }
      return .openError(StepError(code: "invalid-partition-prefix", message: "\(prefix)"))
    },
    .program(
      "metadata-of-the-configuration-is-ignored",
      "Metadata is in force only after it was updated.",
      violates: ["CONFIG-7"]
    ) { program in
      program.with { $0.events?["metadata"] = nil }
    },
    .metadataKeys(
      "empty-metadata-keys",
      "A metadata key may be empty.",
      violates: "CONFIG-8"
    ) { $0.isEmpty ? "empty" : $0 },
    .metadataKeys(
      "metadata-keys-of-64-bytes",
      "A metadata key may have 64 bytes.",
      violates: "CONFIG-8"
    ) { $0.utf8.count == 64 ? "long" : $0 },
    .metadataKeys(
      "metadata-keys-below-63-bytes",
      "A metadata key has fewer than 63 bytes.",
      violates: "CONFIG-8"
    ) { $0.utf8.count == 63 ? $0 + "+" : $0 },
    .metadataKeys(
      "metadata-keys-are-counted-in-characters",
      "The length of a metadata key is counted in characters.",
      violates: "CONFIG-8"
    ) { $0.count <= 63 && $0.utf8.count > 63 ? "long" : $0 },
    .rule(
      "only-identity-and-payload-are-reserved",
      "Only _id, event and data are reserved as metadata keys.",
      violates: ["CONFIG-9"]
    ) { $0.reservedMetadataKeys.formIntersection(["_id", "_partition", "event", "data"]) },
    .program(
      "only-the-first-metadata-key-is-checked",
      "A reserved key behind a good one is dropped.",
      violates: ["CONFIG-9"]
    ) { program in
      program.with { changed in
        let reserved = ["_id", "timestamp", "activity", "event", "data"]
        let pairs = changed.metadataPairs
        guard pairs.count > 1 else { return }
        changed.metadataPairs = [pairs[0]] + pairs.dropFirst().filter { !reserved.contains($0.key) }
      }
    },
    .rule(
      "activity-is-reserved-in-2022",
      "In edition 2022 the name activity is reserved instead of scope.",
      violates: ["CONFIG-9"],
      edition: "2022"
    ) {
      $0.reservedMetadataKeys = ["_id", "_partition", "timestamp", "activity", "event", "data"]
    },
    .rule(
      "partition-is-a-metadata-key",
      "Metadata may be called _partition.",
      violates: ["CONFIG-10"]
    ) { $0.reservedMetadataKeys.remove("_partition") },
    .metadataKeys(
      "metadata-keys-without-case",
      "Metadata keys are the same if they differ in upper and lower case only.",
      violates: "CONFIG-11"
    ) { $0.lowercased() },
    .metadataKeys(
      "metadata-keys-by-looks",
      "Metadata keys are the same if they look the same, however they are encoded.",
      violates: "CONFIG-11"
    ) { $0.precomposedStringWithCanonicalMapping },
    .program(
      "the-last-duplicate-wins",
      "Of a metadata key that is given twice the last value counts.",
      violates: ["CONFIG-12"]
    ) { program in
      program.with { changed in
        let pairs = changed.metadataPairs
        if pairs.isEmpty { return }
        changed.metadataPairs = pairs.enumerated().filter { index, pair in
          !pairs.dropFirst(index + 1).contains { $0.key == pair.key }
        }.map(\.element)
      }
    },
    .program(
      "the-same-metadata-twice-is-no-duplicate",
      "A metadata key may be given twice with the same value.",
      violates: ["CONFIG-12"]
    ) { program in
      program.with { changed in
        let pairs = changed.metadataPairs
        if pairs.isEmpty { return }
        changed.metadataPairs = pairs.enumerated().filter { index, pair in
          !pairs.dropFirst(index + 1).contains { $0.key == pair.key && $0.value == pair.value }
        }.map(\.element)
      }
    },
    .program(
      "flexible-sync-as-its-own-user",
      "A realm with flexible sync may be recorded as its own user.",
      violates: ["CONFIG-13"]
    ) { program in
      program.with { changed in
        guard changed.configuration["sync"] == "flexible", changed.events?["syncUser"] == nil else {
          return
        }
        changed.events?["syncUser"] = "auditor"
      }
    },
    .program(
      "flexible-sync-is-never-recorded",
      "A realm with flexible sync cannot be recorded at all.",
      violates: ["CONFIG-14"]
    ) { program in
      program.with { if $0.configuration["sync"] == "flexible" { $0.events?["syncUser"] = nil } }
    },
    .events(
      "event-user-is-stored",
      "The user of the event realm is stored with every event.",
      violates: ["CONFIG-15"]
    ) { event, program in
      var event = event
      event["syncUser"] = program.events?["syncUser"]
      return event
    },
    .answer(
      "an-error-handler-replaces-the-completion",
      "With an error handler set nothing is stored before it was asked.",
      violates: ["CONFIG-15"]
    ) { program, result in
      guard case .completed(let steps, _) = result, program.events?["errorHandler"] == true else {
        return result
      }
      return .completed(steps: steps, events: [])
    },
    .program(
      "partition-value-in-the-prefix",
      "The partition of the events holds the partition value of the realm.",
      violates: ["CONFIG-19"]
    ) { program in
      program.with { changed in
        guard let value = changed.configuration["partitionValue"]?.string, !value.isEmpty else {
          return
        }
        changed.partitionPrefix = "\(changed.partitionPrefix ?? "events")-\(value)"
      }
    },
    .events(
      "the-name-auditevent-is-taken",
      "A class of the application that is called AuditEvent is not recorded.",
      violates: ["CONFIG-20"]
    ) { event, _ in
      event.payload?["type"] == "AuditEvent" ? nil : event
    },
    .answer(
      "refusals-in-other-words",
      "Edition core words its refusals as it likes.",
      violates: ["CONFIG-21"],
      edition: "core"
    ) { _, result in
      guard case .openError(let error) = result else { return result }
      return .openError(StepError(code: error.code, message: "invalid event configuration"))
    },
  ]
}
