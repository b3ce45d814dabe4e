/// Steps about what becomes of events after they were committed.
package enum EventRealmStep: String, StepTopic {
  case goOffline, goOnline, waitForUploads, failUploads, partitions, restart
  case serverEvents, serverSchema, changeOnServer, logOut, logIn, removeUser, errors

  var classes: [ConformanceClass]? {
    switch self {
    case .goOffline, .goOnline, .restart: [.eventRealm, .flexibleSync]
    default: [.eventRealm]
    }
  }

  var entry: StepEntry {
    switch self {
    case .goOffline:
      StepEntry(
        does: "cuts the connection to the server; what has arrived there stays",
        needs: .offline
      ) { _ in "device.goOffline()" }
    case .goOnline:
      StepEntry(does: "restores it; the upload goes on by itself", needs: .offline) { _ in
        "device.goOnline()"
      }
    case .waitForUploads:
      StepEntry(
        does: """
          waits until the server has acknowledged every event of the pool that is recording, and what can be deleted is \
          deleted. Fails with `upload-failed` as soon as it is clear that this cannot be: offline, logged out, or after a \
          fatal error
          """
      ) { _ in "try events.waitForUploads()" }
    case .failUploads:
      StepEntry(
        does: """
          the connection breaks as soon as this number of further documents has arrived, before the last of them is \
          acknowledged; 0: before one arrives. The device is offline from then on
          """,
        takes: [.required(.after)],
        needs: .offline
      ) { "connection.breaks(after: \($0[.after]))" }
    case .partitions:
      StepEntry(
        does: "waits until all that was committed is persisted",
        yields: .expectedElements,
        value: """
          those of the pool that is recording that hold events, in the order in which they were begun, as an array of \
          `{"partition": …, "events": <how many it holds>, "state": …}`
          """,
        needs: .rotation
      ) { _ in "events.partitions" }
    case .restart:
      StepEntry(
        does: """
          the process ends without warning and starts again, with the same realm and the same device: connection, users \
          and server are as they were. The keys of `events` replace those of the event configuration
          """,
        takes: [.optional(.events)],
        needs: .restart
      ) { $0.has(.events) ? "process.restart(events: \($0[.events]))" : "process.restart()" }
    case .serverEvents:
      StepEntry(
        yields: .trail,
        value: """
          the documents that the collection of the app holds, in the order of their first arrival; compared like a trail
          """
      ) { _ in "server.auditEvents" }
    case .serverSchema:
      StepEntry(
        yields: .expected,
        value: "the schema of the collection of the app, null while there is no collection",
        needs: .serverSchema
      ) { _ in "server.auditEventSchema" }
    case .changeOnServer:
      StepEntry(
        does: """
          in the collection of the app, sets the string fields `set` of every document with this activity, or deletes \
          these documents with `"delete": true`
          """,
        takes: [.required(.activity), .optional(.fields), .optional(.delete)],
        oneOf: ["set", "delete"],
        needs: .serverChanges
      ) { words in
        "server.auditEvents.where(activity: \(words[.activity]))"
          + (words.has(.fields) ? ".set(\(words[.fields]))" : ".delete()")
      }
    case .logOut:
      StepEntry(does: "logs the user out", takes: [.optional(.user)], needs: .users) {
        "\($0.user).logOut()"
      }
    case .logIn:
      StepEntry(
        does: "logs the user in again, anew after a removal",
        takes: [.optional(.user)],
        needs: .users
      ) {
        "\($0.user).logIn()"
      }
    case .removeUser:
      StepEntry(does: "removes the user from the device", takes: [.optional(.user)], needs: .users)
      {
        "\($0.user).remove()"
      }
    case .errors:
      StepEntry(
        yields: .expectedElements,
        value: """
          the codes of the errors that an error handler was told since the case began, as an array, each code once, in \
          the order in which they were first told
          """
      ) { _ in "errorHandler.codes" }
    }
  }
}
