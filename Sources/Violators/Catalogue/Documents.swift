import JSON
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Ways to miss what the documents print, beyond those of the other chapters.
  static let documents: [Violator] = [
    .collectionSchema(
      "schema-activity-optional",
      "The activity is no required field of the collection.",
      violates: ["DOC-13"]
    ) { schema in
      schema["required"] = schema["required"]?.mapArray { $0.filter { $0 != "activity" } }
    },
    .collectionSchema(
      "schema-all-required",
      "All fields of the collection are required.",
      violates: ["DOC-13"]
    ) { schema in
      schema["required"] = schema["properties"].map {
        .array(($0.object ?? [:]).keys.map(JSON.string))
      }
    },
    .collectionSchema(
      "schema-without-metadata",
      "Metadata has no fields in the collection.",
      violates: ["DOC-14"]
    ) { schema in
      schema["properties"] = schema["properties"]?.mapObject { $0 = $0.withoutMetadata }
    },
    .collectionSchema(
      "schema-metadata-required",
      "Metadata is required in the collection.",
      violates: ["DOC-14"]
    ) { schema in
      let keys = (schema["properties"]?.object ?? [:]).metadata.keys
      schema["required"] = schema["required"]?.mapArray { $0 + keys.map(JSON.string) }
    },
    .answer(
      "schema-forgets-keys",
      "The collection has only the fields of the metadata in force.",
      violates: ["DOC-14"]
    ) { program, result in
      var latest = program.configuration["events"]?["metadata"]?.object?.keys ?? []
      for step in program.allSteps where step["do"] == "updateMetadata" {
        latest = step["metadata"]?.object?.keys ?? latest
      }
      let known = JSONObject.eventFields.union(latest)
      return result.mapOutcomes(program) { step, outcome in
        guard step["do"] == "auditEventSchema", case .ok(let schema) = outcome else {
          return outcome
        }
        return .ok(
          schema.mapObject { members in
            members["properties"] = members["properties"]?.mapObject { properties in
              for key in properties.keys where !known.contains(key) { properties[key] = nil }
            }
          }
        )
      }
    },
    .payload(
      "links-always-expanded",
      "Every link of a read is the whole object.",
      violates: ["DOC-7"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        place.part == .read && place.type.shape == .single
          && schema.linkTarget(of: place.type) != nil && !json.isNull && json.object == nil
          ? ["_id": json] : json
      }
    },
    .payload(
      "links-never-expanded",
      "A followed link is the key of its target.",
      violates: ["DOC-8"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        guard let target = schema.linkTarget(of: place.type), let key = schema[target]?.primaryKey,
          let object = json.object
        else { return json }
        return object[key] ?? json
      }
    },
    .answer(
      "reads-left-out",
      "Only writes are recorded.",
      violates: ["DOC-1", "DOC-3", "DOC-6", "DOC-8"]
    ) { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        trail.filter { event in event["event"] != "read" || calls.contains { $0.matches(event) } }
      }
    },
    .answer(
      "completion-with-error",
      "The completion of a commit that succeeds has an error.",
      violates: ["DOC-3"]
    ) { program, result in
      result.mapOutcomes(program) { step, outcome in
        if step["do"] == "commitScope", case .ok = outcome {
          .error(StepError(code: "other", message: "nothing was uploaded yet"))
        } else {
          outcome
        }
      }
    },
    .outcome(
      "server-log-by-reason",
      "The server's log names the reason before the key.",
      of: "serverLog",
      violates: ["DOC-15", "FLEX-8"]
    ) { log in
      log.mapArray {
        $0.map { entry in
          entry.mapObject { tables in
            for (table, reasons) in tables.map({ ($0.key, $0.value) }) {
              tables[table] = reasons.mapObject { reasons in
                var turned = JSONObject()
                for (key, reason) in reasons { turned[reason.string ?? ""] = .string(key) }
                reasons = turned
              }
            }
          }
        }
      }
    },
    .outcome(
      "client-log-silent",
      "The client logs nothing about what is reverted.",
      of: "clientLog",
      violates: ["DOC-15", "FLEX-7"]
    ) { _ in
      []
    },
    .outcome(
      "error-output-in-one-line",
      "The error handler prints a single line.",
      of: "errorOutput",
      violates: ["DOC-15", "FLEX-9"]
    ) { lines in
      .array([.string((lines.array ?? []).compactMap(\.string).joined(separator: " "))])
    },
    .outcome(
      "compensating-write-without-class",
      "A compensating write does not tell the class.",
      of: "synchronize",
      violates: ["FLEX-4"]
    ) { $0.mapArray { $0.map { $0.mapObject { $0["objectType"] = nil } } } },
    .outcome(
      "compensating-write-reason",
      "The reason of a compensating write does not name the object.",
      of: "synchronize",
      violates: ["FLEX-5", "FLEX-6"]
    ) { infos in
      infos.mapArray {
        $0.map { info in
          info.mapObject { members in
            members["reason"] = members["reason"]?.string.map {
              .string($0.replacing(#/^write to ".*?" in/#) { _ in "write in" })
            }
          }
        }
      }
    },
    .program(
      "nothing-is-reverted",
      "Writes that are not allowed stay.",
      violates: ["DOC-15", "FLEX-2", "FLEX-3", "FLEX-11", "FLEX-12"]
    ) { program in
      program.mapSteps { step in
        var step = step
        // A log that nothing is written to any more is what such a client answers.
        if step["do"] == "synchronize" { step["do"] = "clientLog" }
        return step
      }
    },
  ]
}

extension Violator {
  /// The reference with the value of one kind of step changed.
  static func outcome(
    _ id: String,
    _ title: String,
    of kind: String,
    violates: [String],
    _ replace: @escaping @Sendable (JSON) -> JSON
  ) -> Violator {
    .answer(id, title, violates: violates) { program, result in
      result.mapOutcomes(program) { step, outcome in
        if step["do"]?.string == kind, case .ok(let value) = outcome {
          .ok(replace(value))
        } else {
          outcome
        }
      }
    }
  }

  /// The reference with the schema that it tells for its collection changed.
  fileprivate static func collectionSchema(
    _ id: String,
    _ title: String,
    violates: [String],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Violator {
    .outcome(id, title, of: "auditEventSchema", violates: violates) { $0.mapObject(change) }
  }
}
