import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What the server makes of the events: its collection, what it refuses, and what is changed there.

  static let server: [Violator] = [
    .outcome(
      "schema-is-not-inferred",
      "The collection has no fields for metadata.",
      of: "serverSchema",
      violates: ["REALM-36"]
    ) { schema in
      schema.mapObject { members in
        members["properties"] = members["properties"]?.mapObject { properties in
          properties = properties.withoutMetadata
        }
      }
    },
    .outcome(
      "collection-from-the-beginning",
      "The collection is there before anything has arrived.",
      of: "serverSchema",
      violates: ["REALM-36"]
    ) { $0.isNull ? ["title": "AuditEvent"] : $0 },
    .answer(
      "schema-loses-fields",
      "The schema has only the fields that documents have.",
      violates: ["REALM-37", "REALM-36"]
    ) { program, result in
      let metadata = Set(program.metadataPairs.map(\.key))
      return result.mapOutcomes(program) { step, outcome in
        guard step["do"] == "serverSchema", case .ok(let schema) = outcome else { return outcome }
        return .ok(
          schema.mapObject { members in
            members["properties"] = members["properties"]?.mapObject { properties in
              properties = properties.members { key, _ in
                JSONObject.eventFields.contains(key) || metadata.contains(key)
              }
            }
          }
        )
      }
    },
    .program(
      "always-in-development-mode",
      "The server takes every field.",
      violates: ["REALM-38"]
    ) { program in
      program.with { program in
        var members = program.configuration.object ?? [:]
        members["server"] = nil
        program.configuration = .object(members)
      }
    },
    .answer(
      "refusal-fails-the-completion",
      "The completion of a commit has the error of the server.",
      violates: ["REALM-38"]
    ) { program, result in
      guard program.configuration["server"]?["developmentMode"] == false else { return result }
      let known = Set(
        (program.configuration["server"]?["metadataFields"]?.array ?? []).compactMap(\.string)
      )
      guard program.metadataPairs.contains(where: { !known.contains($0.key) }) else {
        return result
      }
      return result.mapOutcomes(program) { step, outcome in
        step.isCommit
          ? .error(StepError(code: "upload-failed", message: "the server refused it")) : outcome
      }
    },
    .outcome(
      "refusals-are-silent",
      "The error handler is not told what the server refuses.",
      of: "errors",
      violates: ["REALM-38"]
    ) { _ in [] },
    .rule(
      "handler-of-the-realm-is-not-told-in-2022",
      "In edition 2022 a fatal sync error is told to no one if the event configuration has no handler.",
      violates: ["REALM-41"],
      edition: "2022"
    ) { $0.tellsHandlerOfRealm = false },
    .skipping(
      "takes-changes-back",
      "What is changed on the server is overwritten by the device.",
      violates: ["REALM-39"],
      "changeOnServer"
    ),
    .answer(
      "changes-come-back",
      "What is changed on the server changes on the device.",
      violates: ["REALM-39"]
    ) { program, result in
      var changes: [JSON] = []
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "changeOnServer", step["set"] != nil { changes.append(step) }
        guard step["do"] == "events", case .ok(.array(let events)) = outcome else {
          return outcome
        }
        return .ok(.array(events.map { changing($0, by: changes) }))
      }
    },
  ]

  private static func changing(_ event: JSON, by changes: [JSON]) -> JSON {
    var event = event
    for change in changes where change["activity"] == event["activity"] {
      event = event.mapObject { fields in
        for (key, value) in change["set"]?.object ?? [:] { fields[key] = value }
      }
    }
    return event
  }
}
