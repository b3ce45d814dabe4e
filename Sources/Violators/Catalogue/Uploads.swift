import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What goes wrong between the device and the server, and what a user has to do with it who logs out.

  static let uploads: [Violator] = [
    .arrived(
      "documents-without-their-type",
      "The type of a custom event does not arrive.",
      violates: ["REALM-10"]
    ) { events in
      events.map { $0.mapObject { if $0["data"] != nil { $0["event"] = nil } } }
    },
    .arrived(
      "time-of-arrival",
      "The server stamps events with a time of its own.",
      violates: ["REALM-10"]
    ) { events in
      events.map { $0.mapObject { $0["timestamp"] = ["$date": "2030-01-01T00:00:00.000Z"] } }
    },
    .arrived("never-uploads", "Nothing is ever uploaded.", violates: ["REALM-12"]) { _ in [] },
    .skipping(
      "stays-offline",
      "An upload does not go on when the connection is back.",
      violates: ["REALM-13"],
      "goOnline"
    ),
    .skipping(
      "drops-what-is-recorded-offline",
      "What is recorded without a connection is dropped.",
      violates: ["REALM-13"],
      "recordEvent"
    ) { !$1.isOnline },
    .stages(
      "sends-again-as-others",
      "Documents that were not acknowledged are sent again as new ones.",
      violates: ["REALM-14"]
    ) { pipeline in
      let sent = SentDocuments()
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        try upload(documents.map(sent.renamingKnown), connection)
      }
    },
    .arrived(
      "alike-is-repeated",
      "Documents that look the same are taken for repetitions.",
      violates: ["REALM-14"]
    ) { events in
      var known: Set<JSON> = []
      return events.filter { event in
        known.insert([event["activity"] ?? .null, event["event"] ?? .null, event["data"] ?? .null])
          .inserted
      }
    },
    .stages(
      "sent-is-acknowledged",
      "What was sent counts as acknowledged, also if the transfer broke off.",
      violates: ["REALM-14", "REALM-18"]
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        do throws(TransferError) { try upload(documents, connection) } catch .interrupted {}
      }
    },
    .stages(
      "order-reversed",
      "What has gathered without a connection is sent in reverse.",
      violates: ["REALM-15"]
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        try upload(documents.reversed(), connection)
      }
    },
    .answer(
      "breaks-are-errors",
      "The error handler is told of a connection that breaks.",
      violates: ["REALM-19"]
    ) { program, result in
      var isOnline = true
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "goOffline" || step["do"] == "failUploads" { isOnline = false }
        return step["do"] == "errors" && !isOnline ? .ok(["upload-failed"]) : outcome
      }
    },
  ]

  static let loggingOut: [Violator] = [
    .skipping(
      "drops-what-is-recorded-logged-out",
      "Nothing is recorded while the user is logged out.",
      violates: ["REALM-34"],
      "recordEvent"
    ) { !$1.isLoggedIn },
    .skipping(
      "logging-out-is-ignored",
      "Events of a user are uploaded while that user is logged out.",
      violates: ["REALM-34"],
      "logOut"
    ),
    .walk(
      "uploads-as-the-recorded-user",
      "Nothing is uploaded while the user of the recorded realm is logged out.",
      violates: ["REALM-35"]
    ) { step, _ in
      guard step["do"] == "logOut", step["user"] == nil else { return step }
      return ["do": "goOffline"]
    },
  ]
}
