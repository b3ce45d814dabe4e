import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What the server makes of the events: its collection, what it refuses, and what is changed there.

  static let server: Entries = [
    "schema-is-not-inferred": .outcome(of: .eventRealm(.serverSchema))["REALM-36"](
      "The collection has no fields for metadata."
    ) { $0.keepingProperties(of: []) },
    "collection-from-the-beginning": .outcome(of: .eventRealm(.serverSchema))["REALM-36"](
      "The collection is there before anything has arrived."
    ) { $0.isNull ? ["title": "AuditEvent"] : $0 },
    "schema-loses-fields": .outcomes["REALM-37", "REALM-36"](
      "The schema has only the fields that documents have."
    ) { step, outcome, walk in
      let metadata = Set(walk.program.metadataPairs.map(\.key))
      return step.kind == .eventRealm(.serverSchema)
        ? outcome.mapValue { $0.keepingProperties(of: metadata) } : nil
    },
    "always-in-development-mode": .program["REALM-38"]("The server takes every field.") {
      $0.configuration[member: "server"] = nil
    },
    "refusal-fails-the-completion": .outcomes["REALM-38"](
      "The completion of a commit has the error of the server."
    ) { step, _, walk in
      let (server, metadata) = (walk.program.configuration["server"], walk.program.metadataPairs)
      let known = server?["metadataFields"]?.array ?? []
      guard step.isCommit, server?["developmentMode"] == false,
        metadata.contains(where: { !known.contains(.string($0.key)) })
      else { return nil }
      return .failure("upload-failed", "the server refused it")
    },
    "refusals-are-silent": .outcome(of: .eventRealm(.errors))["REALM-38"](
      "The error handler is not told what the server refuses."
    ) { _ in [] },
    "handler-of-the-realm-is-not-told-in-2022": .rule["REALM-41"](
      "In edition 2022 a fatal sync error is told to no one if the event configuration has no handler.",
      edition: "2022"
    ) { $0.tellsHandlerOfRealm = false },
    "changes-come-back": .answer["REALM-39"](
      "What is changed on the server changes on the device."
    ) { program, result in
      var changes: [Step] = []
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .eventRealm(.changeOnServer) { changes.append(step) }
        guard step.kind == .recording(.events) else { return nil }
        return outcome.mapValue { $0.mapElements { changing($0, by: changes) } }
      }
    },
  ]

  private static func changing(_ event: JSON, by changes: [Step]) -> JSON {
    changes.filter { $0["activity"] == event["activity"] }.reduce(event) { event, change in
      event.mapObject { $0 = $0.merging(change[.fields] ?? [:]) }
    }
  }
}
