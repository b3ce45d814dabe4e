import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What the server makes of the events: its collection, what it refuses, and what is changed there.

  static let server: Entries = [
    "schema-is-not-inferred": .outcome(of: .eventRealm(.serverSchema))(
      "The collection has no fields for metadata.",
      ["REALM-36"]
    ) { $0.keepingProperties(of: []) },
    "collection-from-the-beginning": .outcome(of: .eventRealm(.serverSchema))(
      "The collection is there before anything has arrived.",
      ["REALM-36"]
    ) { $0.isNull ? ["title": "AuditEvent"] : $0 },
    "schema-loses-fields": .outcomes(
      "The schema has only the fields that documents have.",
      ["REALM-37", "REALM-36"]
    ) { step, outcome, walk in
      let metadata = Set(walk.program.metadataPairs.map(\.key))
      return step.kind == .eventRealm(.serverSchema)
        ? outcome.mapValue { $0.keepingProperties(of: metadata) } : nil
    },
    "always-in-development-mode": .program("The server takes every field.", ["REALM-38"]) {
      $0.configuration[member: "server"] = nil
    },
    "refusal-fails-the-completion": .outcomes(
      "The completion of a commit has the error of the server.",
      ["REALM-38"]
    ) { step, _, walk in
      let (server, metadata) = (walk.program.configuration["server"], walk.program.metadataPairs)
      let known = server?["metadataFields"]?.array ?? []
      guard step.isCommit, server?["developmentMode"] == false,
        metadata.contains(where: { !known.contains(.string($0.key)) })
      else { return nil }
      return .failure("upload-failed", "the server refused it")
    },
    "refusals-are-silent": .outcome(of: .eventRealm(.errors))(
      "The error handler is not told what the server refuses.",
      ["REALM-38"]
    ) { _ in [] },
    "handler-of-the-realm-is-not-told-in-2022": .rule(
      "In edition 2022 a fatal sync error is told to no one if the event configuration has no handler.",
      ["REALM-41"],
      edition: "2022"
    ) { $0.tellsHandlerOfRealm = false },
    "takes-changes-back": .skipping(
      "What is changed on the server is overwritten by the device.",
      ["REALM-39"]
    ) { step, _ in step.kind == .eventRealm(.changeOnServer) },
    "changes-come-back": .answer(
      "What is changed on the server changes on the device.",
      ["REALM-39"]
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
