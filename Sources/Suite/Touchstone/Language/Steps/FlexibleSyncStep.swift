/// Steps that only a flexible-sync realm has.
package enum FlexibleSyncStep: String, StepTopic {
  case on, synchronize, updateSubscriptions, subscribe, unsubscribe, subscriptionSet
  case serverObjects, serverWrite, setRoles, setCustomData, newSession, openAgain
  case syncErrors, clientLog, serverLog, errorOutput

  var classes: [ConformanceClass]? { [.flexibleSync] }

  var entry: StepEntry {
    switch self {
    case .on:
      StepEntry(
        does: "runs the steps in another realm; a name belongs to the realm in which it was given",
        takes: [.required(.realm), .required(.steps)],
        needs: .clients
      ) { "on \($0[.realm])" }
    case .synchronize:
      StepEntry(
        does: """
          uploads what was committed since the last time, transactions and subscriptions in their order, each judged by \
          the server. Then applies here what came of it: the server's state of what was refused, what others have \
          changed, and what has entered or left the view. Fails with `offline`, or with `subscription-failed` if the \
          server refused the latest subscriptions
          """,
        yields: .expectedElements,
        value: """
          an array with one object for each object of which something was refused, in any order: `objectType` (string), \
          `primaryKey` (the key as a value), `reason` (string)
          """
      ) { _ in "realm.synchronize()" }
    case .updateSubscriptions:
      StepEntry(
        does: """
          changes the subscriptions by the steps `subscribe` and `unsubscribe`. A step that fails ends the update; \
          nothing is changed then. What follows from it comes with the next `synchronize`
          """,
        takes: [.required(.steps)],
        needs: .subscriptionUpdates
      ) { _ in "try subscriptions.update" }
    case .subscribe:
      StepEntry(
        does: """
          adds a subscription, in an update only. If one of that name exists it is replaced, or the step fails with \
          `subscription-exists` if `ifExists` is `refuse`
          """,
        takes: [
          .optional(.subscriptionName), .required(.type), .optional(.filter), .optional(.ifExists),
        ],
        needs: .subscriptionUpdates
      ) { "subscriptions.append(\($0.labelled))" }
    case .unsubscribe:
      StepEntry(
        does: """
          removes subscriptions, in an update only: the one of that `name`, that with this `type` and `where`, those of \
          a `type`, those without a name if `unnamedOnly` is true, or all
          """,
        takes: [
          .optional(.subscriptionName), .optional(.type), .optional(.filter),
          .optional(.unnamedOnly),
        ],
        needs: .subscriptionUpdates
      ) { "subscriptions.remove(\($0.labelled))" }
    case .subscriptionSet:
      StepEntry(
        yields: .expected,
        value: """
          the latest set: `{"version", "state": "pending", "complete" or "error", "subscriptions": [{"name", "type"}, …]}`, \
          in the order in which they were added; the name is null if there is none
          """,
        needs: .subscriptionStates
      ) { _ in "subscriptions.latest" }
    case .serverObjects:
      StepEntry(
        takes: [.required(.type)],
        yields: .expectedElements,
        value: """
          the objects of the class that the server holds, by ascending key, with all their properties; a link is the \
          primary key of its target
          """,
        needs: .serverRead,
        isAtServer: true
      ) { "server.objects(\($0[.type]))" }
    case .serverWrite:
      StepEntry(
        does: """
          writes to the collection of a class directly, past all rules: inserts the object `create`; or, in the one \
          with that `key`, sets the properties `set`, or deletes it with `"delete": true`
          """,
        takes: [
          .required(.type), .optional(.newDocument), .optional(.primaryKey), .optional(.newMembers),
          .optional(.delete),
        ],
        oneOf: ["create", "set", "delete"],
        needs: .serverWrites,
        isAtServer: true
      ) { words in
        let collection = "server.collection(\(words[.type]))"
        if words.has(.newDocument) { return "\(collection).insert(\(words[.newDocument]))" }
        let call = words.has(.newMembers) ? "set(\(words[.newMembers]))" : "delete()"
        return "\(collection)[\(words[.primaryKey])].\(call)"
      }
    case .setRoles:
      StepEntry(
        does: "replaces the roles of the app; counts for sessions that begin from then on",
        takes: [.required(.roles)],
        needs: .roleChanges,
        isAtServer: true
      ) { "server.roles = \($0[.roles])" }
    case .setCustomData:
      StepEntry(
        does: "replaces the custom data of a user; counts for sessions that begin from then on",
        takes: [.required(.user), .required(.userData)],
        needs: .roleChanges,
        isAtServer: true
      ) { "server.customData[\($0[.user])] = \($0[.userData])" }
    case .newSession:
      StepEntry(
        does: "ends the sync session of the realm and begins another",
        needs: .roleChanges
      ) { _ in "realm.session = app.newSession()" }
    case .openAgain:
      StepEntry(
        does: "a second process opens the realm while the first one has it open",
        needs: .processes
      ) { _ in "otherProcess.open(realm)" }
    case .syncErrors:
      StepEntry(
        yields: .expectedElements,
        value: """
          what the error handler was told since the case began: for each transaction of which something was refused \
          `{"code", "fatal": true or false, "writes": [<as `synchronize` yields them>]}`
          """,
        needs: .errorObjects
      ) { _ in "errorHandler.errors" }
    case .clientLog:
      StepEntry(
        yields: .expectedElements,
        value: """
          the lines that the sync client has logged about errors since the realm was opened, as an array
          """,
        needs: .realmTexts
      ) { _ in "client.log" }
    case .serverLog:
      StepEntry(
        yields: .expectedElements,
        value: """
          the entries of the server's log about compensating writes, as an array with one object for each `synchronize` \
          that had some: table name → primary key as text → reason
          """,
        needs: .realmTexts,
        isAtServer: true
      ) { _ in "server.log" }
    case .errorOutput:
      StepEntry(
        yields: .expectedElements,
        value: """
          what the sample error handler of the page has printed for the compensating writes so far, as an array of lines
          """,
        needs: .realmTexts
      ) { _ in "errorHandler.output" }
    }
  }
}
