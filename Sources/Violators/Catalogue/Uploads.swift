import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // What goes wrong between the device and the server, and what a user has to do with it who logs out.

  static let uploads: Entries = [
    "documents-without-their-type": .arrived(
      "The type of a custom event does not arrive.",
      ["REALM-10"]
    ) { $0.map { $0.mapObject { if $0["data"] != nil { $0["event"] = nil } } } },
    "time-of-arrival": .arrived(
      "The server stamps events with a time of its own.",
      ["REALM-10"]
    ) { $0.map { $0.with("timestamp", ["$date": "2030-01-01T00:00:00.000Z"]) } },
    "never-uploads": .arrived("Nothing is ever uploaded.", ["REALM-12"]) { _ in [] },
    "stays-offline": .skipping(
      "An upload does not go on when the connection is back.",
      ["REALM-13"]
    ) { step, _ in step.kind == .eventRealm(.goOnline) },
    "drops-what-is-recorded-offline": .skipping(
      "What is recorded without a connection is dropped.",
      ["REALM-13"]
    ) { $0.kind == .recording(.recordEvent) && !$1.isOnline },
    "sends-again-as-others": .stages(
      "Documents that were not acknowledged are sent again as new ones.",
      ["REALM-14"]
    ) { pipeline in
      let sent = Memory<Set<ObjectId>>([])
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        let others = documents.map { document in
          var document = document
          let id = document.id
          if !sent({ $0.insert(id).inserted }) { document.id = ObjectId() }
          return document
        }
        try upload(others, connection)
      }
    },
    "alike-is-repeated": .arrived(
      "Documents that look the same are taken for repetitions.",
      ["REALM-14"]
    ) { events in
      var known: Set<[JSON?]> = []
      return events.filter { known.insert([$0["activity"], $0["event"], $0["data"]]).inserted }
    },
    "sent-is-acknowledged": .stages(
      "What was sent counts as acknowledged, also if the transfer broke off.",
      ["REALM-14", "REALM-18"]
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        do throws(TransferError) { try upload(documents, connection) } catch .interrupted {}
      }
    },
    "order-reversed": .stages(
      "What has gathered without a connection is sent in reverse.",
      ["REALM-15"]
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        try upload(documents.reversed(), connection)
      }
    },
    "breaks-are-errors": .answer(
      "The error handler is told of a connection that breaks.",
      ["REALM-19"]
    ) { program, result in
      var hasBroken = false
      return result.mapOutcomes(program) { step, _, walk in
        hasBroken = hasBroken || !walk.isOnline || walk.brokenRun != nil
        return step.kind == .eventRealm(.errors) && hasBroken ? .ok(["upload-failed"]) : nil
      }
    },
  ]

  static let loggingOut: Entries = [
    "drops-what-is-recorded-logged-out": .skipping(
      "Nothing is recorded while the user is logged out.",
      ["REALM-34"]
    ) { $0.kind == .recording(.recordEvent) && !$1.isLoggedIn },
    "logging-out-is-ignored": .skipping(
      "Events of a user are uploaded while that user is logged out.",
      ["REALM-34"]
    ) { step, _ in step.kind == .eventRealm(.logOut) },
    "uploads-as-the-recorded-user": .steps(
      "Nothing is uploaded while the user of the recorded realm is logged out.",
      ["REALM-35"]
    ) { step, _ in
      step.kind == .eventRealm(.logOut) && step[.user] == nil ? [.goOffline] : nil
    },
  ]
}
