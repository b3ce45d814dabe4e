import JSON
import Touchstone

extension Catalogue {
  /// Ways to miss what the documents print, beyond those of the other chapters.
  static let documents: Entries = [
    "schema-activity-optional": .collectionSchema["DOC-13"](
      "The activity is not a required field of the collection."
    ) { schema in
      schema["required"] = schema["required"]?.mapArray { $0.filter { $0 != "activity" } }
    },
    "schema-all-required": .collectionSchema["DOC-13"](
      "All fields of the collection are required."
    ) { schema in
      schema["required"] = schema["properties"]?.object.map { .array($0.keys.map(JSON.string)) }
    },
    "schema-forgets-keys": .outcomes["DOC-14"](
      "The collection has only the fields of the metadata in force."
    ) { step, outcome, walk in
      guard step.kind == .recording(.auditEventSchema) else { return nil }
      let latest = walk.program.latestUpdate?.object
      let known = latest?.keys ?? walk.program.metadataPairs.map(\.key)
      return outcome.mapValue { $0.keepingProperties(of: Set(known)) }
    },
    "reads-left-out": .trailWithCalls["DOC-1", "DOC-3", "DOC-6", "DOC-8"](
      "Only writes are recorded."
    ) { trail, isCustom, _ in trail.filter { $0["event"] != "read" || isCustom($0) } },
    "completion-with-error": .outcomes["DOC-3"](
      "The completion of a commit that succeeds has an error."
    ) { step, outcome, _ in
      step.kind == .recording(.commitScope) && outcome.value != nil
        ? .failure("other", "nothing was uploaded yet") : nil
    },
    "server-log-by-reason": .outcome(of: .flexibleSync(.serverLog))["DOC-15", "FLEX-8"](
      "The server's log names the reason before the key."
    ) { log in
      log.mapElements { tables in
        tables.mapMembers { reasons in
          reasons.mapObject {
            $0 = $0.reduce(into: [:]) { $0[$1.value.string ?? ""] = .string($1.key) }
          }
        }
      }
    },
    "client-log-silent": .outcome(of: .flexibleSync(.clientLog))["DOC-15", "FLEX-7"](
      "The client logs nothing about what is reverted."
    ) { _ in [] },
    "error-output-in-one-line": .outcome(of: .flexibleSync(.errorOutput))["DOC-15", "FLEX-9"](
      "The error handler prints a single line."
    ) { $0.mapArray { [.string($0.compactMap(\.string).joined(separator: " "))] } },
    "compensating-write-without-class": .outcome(of: .flexibleSync(.synchronize))["FLEX-4"](
      "A compensating write does not tell the class."
    ) { $0.mapElements { $0.with("objectType", nil) } },
    "compensating-write-reason": .outcome(of: .flexibleSync(.synchronize))["FLEX-5", "FLEX-6"](
      "The reason of a compensating write does not name the object."
    ) { infos in
      infos.mapElements { info in
        let reason = info["reason"]?.mapString {
          $0.replacing(#/^write to ".*?" in/#) { _ in "write in" }
        }
        return info.with("reason", reason)
      }
    },
    "nothing-is-reverted": .program["DOC-15", "FLEX-2", "FLEX-3", "FLEX-11", "FLEX-12"](
      "Writes that are not allowed stay."
    ) { program in
      // A log that nothing is written to any more is what such a client answers.
      program.mapSteps { $0.kind == .flexibleSync(.synchronize) ? ["do": "clientLog"] : $0 }
    },
  ]
}

extension Violator {
  /// The reference with the schema that it tells for its collection changed.
  fileprivate static let collectionSchema = Violation<@Sendable (inout JSONObject) -> Void> {
    change in
    outcome(of: .recording(.auditEventSchema))({ $0.mapObject(change) })
  }
}

extension JSON {
  /// A schema of the collection with no other metadata than that of these keys.
  func keepingProperties(of metadata: Set<String>) -> JSON {
    mapObject {
      $0["properties"] = $0["properties"]?.mapObject {
        $0.metadata = $0.metadata.members { key, _ in metadata.contains(key) }
      }
    }
  }
}
