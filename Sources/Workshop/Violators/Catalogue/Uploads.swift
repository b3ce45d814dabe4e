import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  // What goes wrong between the device and the server, and what a user has to do with it who logs out.

  static let uploads: Entries = [
    "documents-without-their-type": .arrived["REALM-10"](
      "The type of a custom event does not arrive."
    ) { $0.map { $0.mapObject { if $0["data"] != nil { $0["event"] = nil } } } },
    "never-uploads": .arrived["REALM-12"]("Nothing is ever uploaded.") { _ in [] },
    "stays-offline": .skipping["REALM-13"](
      "An upload does not go on when the connection is back."
    ) { step, _ in step.kind == .eventRealm(.goOnline) },
    "drops-what-is-recorded-offline": .skipping["REALM-13"](
      "What is recorded without a connection is dropped."
    ) { $0.kind == .recording(.recordEvent) && !$1.isOnline },
    "sends-again-as-others": .stages["REALM-14"](
      "Documents that were not acknowledged are sent again as new ones."
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
    "alike-is-repeated": .arrived["REALM-14"](
      "Documents that look the same are taken for repetitions."
    ) { events in
      var known: Set<[JSON?]> = []
      return events.filter { known.insert([$0["activity"], $0["event"], $0["data"]]).inserted }
    },
    "sent-is-acknowledged": .stages["REALM-14", "REALM-18"](
      "What was sent counts as acknowledged, also if the transfer broke off."
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        do throws(TransferError) { try upload(documents, connection) } catch .interrupted {}
      }
    },
    "order-reversed": .stages["REALM-15"](
      "What has gathered without a connection is sent in reverse."
    ) { pipeline in
      let upload = pipeline.upload
      pipeline.upload = { documents, connection throws(TransferError) in
        try upload(documents.reversed(), connection)
      }
    },
    "breaks-are-errors": .answer["REALM-19"](
      "The error handler is told of a connection that breaks."
    ) { program, result in
      var hasBroken = false
      return result.mapOutcomes(program) { step, _, walk in
        hasBroken = hasBroken || !walk.isOnline || walk.brokenRun != nil
        return step.kind == .eventRealm(.errors) && hasBroken ? .ok(["upload-failed"]) : nil
      }
    },
  ]

  static let loggingOut: Entries = [
    "drops-what-is-recorded-logged-out": .skipping["REALM-34"](
      "Nothing is recorded while the user is logged out."
    ) { $0.kind == .recording(.recordEvent) && !$1.isLoggedIn },
    "logging-out-is-ignored": .skipping["REALM-34"](
      "Events of a user are uploaded while that user is logged out."
    ) { step, _ in step.kind == .eventRealm(.logOut) },
    "uploads-as-the-recorded-user": .steps["REALM-35"](
      "Nothing is uploaded while the user of the recorded realm is logged out."
    ) { step, _ in
      step.kind == .eventRealm(.logOut) && step[.user] == nil ? [.goOffline] : nil
    },
  ]
}
