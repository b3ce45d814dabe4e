import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Ways to lose, to repeat and to mix up events between the commit and the server.
  static let eventRealm: [Violator] =
    opening + persistence + uploads + partitions + restarts + pools + users + collection

  private static let unavailable = StepError(
    code: "event-realm-unavailable",
    message: "the event realm can't be opened"
  )

  private static func isCommit(_ step: JSON) -> Bool {
    step["do"] == "commitScope" || step["do"] == "recordEvent"
  }

  private static let opening: [Violator] = [
    .outcomes(
      "failed-opening-reported-nowhere",
      "A completion has no error although the event realm could not be opened.",
      violates: ["REALM-2"]
    ) { step, outcome in
      if isCommit(step), case .error(let error) = outcome,
        error.code == "event-realm-unavailable"
      {
        return .ok(.null)
      }
      return outcome
    },
    .rule(
      "beginning-opens-in-2023",
      "Beginning a scope fails if the event realm cannot be opened.",
      violates: ["REALM-2"]
    ) { $0.upload.opensAtBeginning = true },
    .rule(
      "beginning-does-not-open-in-2022",
      "In edition 2022 a scope begins although the event realm cannot be opened.",
      violates: ["REALM-3"],
      edition: "2022"
    ) { $0.upload.opensAtBeginning = false },
    .answer(
      "failed-opening-is-final",
      "An event realm that could not be opened once is not tried again.",
      violates: ["REALM-4"]
    ) { program, result in
      var hasFailed = false
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "restart" { hasFailed = false }
        if case .error(let error) = outcome, error.code == "event-realm-unavailable" {
          hasFailed = true
        }
        return hasFailed && isCommit(step) ? .error(unavailable) : outcome
      }
    },
    .walk(
      "writes-need-an-event-realm",
      "A transaction is undone if its events cannot be stored or uploaded at once.",
      violates: ["REALM-40"]
    ) { step, _ in
      var step = step
      if step["do"] == "write" { step["cancel"] = true }
      return step
    },
  ]

  private static let persistence: [Violator] = [
    .answer(
      "completion-waits-for-the-upload",
      "A commit without a connection fails.",
      violates: ["REALM-6", "REALM-19"]
    ) { program, result in
      var isOnline = true
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "goOffline" { isOnline = false }
        if step["do"] == "goOnline" { isOnline = true }
        return !isOnline && isCommit(step)
          ? .error(StepError(code: "upload-failed", message: "there is no connection")) : outcome
      }
    },
    .walk(
      "completion-before-durable",
      "A completion runs before the events are on disk.",
      violates: ["REALM-7"]
    ) { step, walk in
      guard walk.next?["do"] == "restart" else { return step }
      switch step["do"] {
      case "recordEvent": return CaseProgram.nothing
      case "commitScope": return ["do": "isActive", "scope": step["scope"] ?? .null]
      default: return step
      }
    },
    .steps(
      "open-scopes-outlive-the-process",
      "What a scope has noted is stored when the process ends.",
      violates: ["REALM-8"]
    ) { step, knowledge in
      guard step["do"] == "restart" else { return [step] }
      return knowledge.active.map { ["do": "commitScope", "scope": .string($0)] } + [step]
    },
    .walk(
      "large-events-vanish",
      "An event of half a megabyte and more is dropped without an error.",
      violates: ["REALM-9"]
    ) { step, _ in
      step["do"] == "recordEvent" && step["data"]?.string?.utf8.count ?? 0 > 500_000
        ? CaseProgram.nothing : step
    },
    .walk(
      "large-events-are-cut",
      "The data of an event is cut at sixty-four kilobytes.",
      violates: ["REALM-9", "REALM-10"]
    ) { step, _ in
      var step = step
      if step["do"] == "recordEvent", let data = step["data"]?.string, data.utf8.count > 65_536 {
        step["data"] = .string(String(data.prefix(65_536)))
      }
      return step
    },
    .texts(
      "activities-are-cut",
      "An activity has at most 255 characters.",
      violates: ["REALM-11"]
    ) { String($0.prefix(255)) },
    .texts(
      "activities-are-escaped",
      "Quotes in activities are doubled.",
      violates: ["REALM-11"]
    ) { String($0.flatMap { $0 == "'" ? "''" : String($0) }) },
    .texts(
      "stored-activities-end-at-nul",
      "An activity ends at a NUL.",
      violates: ["REALM-11"]
    ) { String($0.prefix { $0 != "\0" }) },
    .answer(
      "keys-are-cleaned",
      "Characters of metadata keys that are no letters or digits become underscores.",
      violates: ["REALM-11"]
    ) { program, result in
      let clean: ([JSON]) -> [JSON] = { events in
        events.map { event in
          event.mapObject { fields in
            var cleaned = JSONObject()
            for (key, value) in fields {
              cleaned[String(key.map { $0.isLetter || $0.isNumber ? $0 : "_" })] = value
            }
            for key in ["_id", "_partition"] { cleaned[key] = fields[key] }
            fields = cleaned
          }
        }
      }
      return result.mapTrails(program, clean).mapServerEvents(program, clean)
    },
  ]

  private static let uploads: [Violator] = [
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
    .walk(
      "stays-offline",
      "An upload does not go on when the connection is back.",
      violates: ["REALM-13"]
    ) { step, _ in step["do"] == "goOnline" ? CaseProgram.nothing : step },
    .walk(
      "drops-what-is-recorded-offline",
      "What is recorded without a connection is dropped.",
      violates: ["REALM-13"]
    ) { step, walk in
      step["do"] == "recordEvent" && !walk.isOnline ? CaseProgram.nothing : step
    },
    .rule(
      "sends-again-as-others",
      "Documents that were not acknowledged are sent again as new ones.",
      violates: ["REALM-14"]
    ) { $0.upload.keepsIds = false },
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
    .rule(
      "sent-is-acknowledged",
      "What was sent counts as acknowledged, also if the transfer broke off.",
      violates: ["REALM-14", "REALM-18"]
    ) { $0.upload.repeatsWhatBrokeOff = false },
    .rule(
      "order-reversed",
      "What has gathered without a connection is sent in reverse.",
      violates: ["REALM-15"]
    ) { $0.upload.keepsOrder = false },
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

  private static let partitions: [Violator] = [
    .configuration("never-rotates", "A partition is never full.", violates: ["REALM-20"]) {
      $0["maxPartitionBytes"] = nil
    },
    .outcome(
      "splits-scopes",
      "Every event of a partition that is full goes to one of its own.",
      of: "partitions",
      violates: ["REALM-21"]
    ) { partitions in
      partitions.mapArray { all in
        all.flatMap { partition -> [JSON] in
          let count = Int(partition["events"]?.int ?? 0)
          guard all.count > 1, count > 1 else { return [partition] }
          return (0..<count).map { _ in partition.mapObject { $0["events"] = 1 } }
        }
      }
    },
    .configuration(
      "rotates-each-scope",
      "Every scope begins a partition.",
      violates: ["REALM-22", "REALM-24"]
    ) { $0["maxPartitionBytes"] = 1 },
    .program(
      "small-by-default",
      "Without a maximum a partition takes one byte.",
      violates: ["REALM-24"]
    ) { program in
      program.with { program in
        if program.events?["maxPartitionBytes"] == nil { program.events?["maxPartitionBytes"] = 1 }
      }
    },
    .rule(
      "custom-events-are-not-counted",
      "Custom events go to the partition that is there, however full it is.",
      violates: ["REALM-23"]
    ) { $0.upload.checksCustomEvents = false },
    .outcome(
      "all-are-open",
      "Every partition that waits is open for uploading.",
      of: "partitions",
      violates: ["REALM-25"]
    ) { partitions in
      partitions.mapArray {
        $0.map { partition in
          partition.mapObject { if $0["state"] == "closed" { $0["state"] = "uploading" } }
        }
      }
    },
    .rule(
      "newest-first",
      "The partition that was begun last is uploaded first.",
      violates: ["REALM-16"]
    ) { $0.upload.sendsOldestFirst = false },
    .rule(
      "never-deletes",
      "Partitions stay on the device when they are uploaded.",
      violates: ["REALM-17"]
    ) { $0.upload.deletesPartitions = false },
  ]

  private static let restarts: [Violator] = [
    .rule(
      "ignores-leftovers",
      "A run does not look for what former ones have left.",
      violates: ["REALM-26"]
    ) { $0.upload.takesOverLeftovers = false },
    .arrived(
      "uploads-leftovers-last",
      "What the run records is uploaded before what former ones have left.",
      violates: ["REALM-16", "REALM-26"]
    ) { events in
      var partitions: [JSON] = []
      for event in events {
        let partition = event["_partition"] ?? .null
        if !partitions.contains(partition) { partitions.append(partition) }
      }
      return partitions.reversed().flatMap { name in events.filter { $0["_partition"] == name } }
    },
    .answer(
      "continues-a-leftover",
      "A run writes to the partition that the one before it has left.",
      violates: ["REALM-27"]
    ) { program, result in
      var runs = 0
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "restart" { runs += 1 }
        guard step["do"] == "partitions", runs > 0, case .ok(.array(let all)) = outcome,
          let last = all.last
        else { return outcome }
        let count = all.compactMap { $0["events"]?.int }.reduce(0, +)
        return .ok([last.mapObject { $0["events"] = .int(count) }])
      }
    },
    .answer(
      "begins-again-with-each-run",
      "A run uploads all of a leftover, also what had arrived.",
      violates: ["REALM-28"]
    ) { program, result in
      var hasBroken = false
      var isLaterRun = false
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "failUploads" { hasBroken = true }
        if step["do"] == "restart" { isLaterRun = hasBroken }
        guard step["do"] == "serverEvents", isLaterRun, case .ok(.array(let events)) = outcome
        else { return outcome }
        return .ok(.array(events + events.prefix(1)))
      }
    },
    .walk(
      "updates-outlive-the-process",
      "Metadata that was updated is still in force in the next run.",
      violates: ["REALM-29"]
    ) { step, walk in
      guard step["do"] == "restart", let update = walk.update else { return step }
      var step = step
      var events = step["events"]?.object ?? [:]
      if events["metadata"] == nil { events["metadata"] = update }
      step["events"] = .object(events)
      return step
    },
  ]

  private static let pools: [Violator] = [
    .program(
      "takes-leftovers-of-other-prefixes",
      "Leftovers of every prefix are uploaded.",
      violates: ["REALM-30"]
    ) { $0.mapSteps { withoutKey("partitionPrefix", in: $0) } },
    .program(
      "finds-leftovers-by-what-they-begin-with",
      "Leftovers whose partition begins with the prefix are uploaded.",
      violates: ["REALM-30"]
    ) { program in
      let first = program.partitionPrefix ?? "events"
      return program.mapSteps { step in
        let prefix = step["events"]?["partitionPrefix"]?.string
        return prefix.map { first.hasPrefix($0) || $0.hasPrefix(first) } ?? false
          ? withoutKey("partitionPrefix", in: step) : step
      }
    },
    .configuration(
      "takes-leftovers-of-other-users",
      "Leftovers of every user are uploaded.",
      violates: ["REALM-31"]
    ) { $0["syncUser"] = nil },
    .configuration(
      "users-in-small-letters",
      "Users whose names differ in capital letters share their leftovers.",
      violates: ["REALM-31", "REALM-11"]
    ) { $0["syncUser"] = ($0["syncUser"]?.string).map { .string($0.lowercased()) } },
    .configuration(
      "users-as-names-of-folders",
      "Users whose names give the same folder share their leftovers.",
      violates: ["REALM-31", "REALM-11"]
    ) { events in
      events["syncUser"] = (events["syncUser"]?.string).map { name in
        .string(String(name.map { $0 == "/" ? "_" : $0 }.prefix(255)))
      }
    },
    .configuration(
      "long-names-are-cut",
      "Users whose names agree in their first 255 characters share their leftovers.",
      violates: ["REALM-11", "REALM-31"]
    ) { $0["syncUser"] = ($0["syncUser"]?.string).map { .string(String($0.prefix(255))) } },
    .configuration(
      "one-collection-for-all-apps",
      "Events of every app arrive in one collection.",
      violates: ["REALM-32"]
    ) { $0["app"] = nil },
    .walk(
      "passed-over-is-lost",
      "Leftovers that a run has passed over are not found again.",
      violates: ["REALM-33"]
    ) { step, walk in
      guard step["do"] == "restart", walk.runs > 0, let events = step["events"]?.object,
        events["app"] == nil
      else { return step }
      var step = step
      step["events"] = .object(events.merging("syncUser", .string("run \(walk.runs)")))
      return step
    },
  ]

  private static let users: [Violator] = [
    .walk(
      "drops-what-is-recorded-logged-out",
      "Nothing is recorded while the user is logged out.",
      violates: ["REALM-34"]
    ) { step, walk in
      step["do"] == "recordEvent" && !walk.isLoggedIn ? CaseProgram.nothing : step
    },
    .walk(
      "logging-out-is-ignored",
      "Events of a user are uploaded while that user is logged out.",
      violates: ["REALM-34"]
    ) { step, _ in step["do"] == "logOut" ? CaseProgram.nothing : step },
    .walk(
      "uploads-as-the-recorded-user",
      "Nothing is uploaded while the user of the recorded realm is logged out.",
      violates: ["REALM-35"]
    ) { step, _ in
      guard step["do"] == "logOut", step["user"] == nil else { return step }
      return ["do": "goOffline"]
    },
  ]

  private static let collection: [Violator] = [
    .outcome(
      "schema-is-not-inferred",
      "The collection has no fields for metadata.",
      of: "serverSchema",
      violates: ["REALM-36"]
    ) { schema in
      schema.mapObject { members in
        members["properties"] = members["properties"]?.mapObject { properties in
          for key in properties.keys where !own.contains(key) { properties[key] = nil }
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
              for key in properties.keys where !own.contains(key) && !metadata.contains(key) {
                properties[key] = nil
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
        isCommit(step)
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
    ) { $0.upload.tellsHandlerOfRealm = false },
    .walk(
      "takes-changes-back",
      "What is changed on the server is overwritten by the device.",
      violates: ["REALM-39"]
    ) { step, _ in step["do"] == "changeOnServer" ? CaseProgram.nothing : step },
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

  private static let own: Set<String> = [
    "_id", "_partition", "timestamp", "activity", "event", "data",
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

  /// A restart whose event configuration lacks a key.
  private static func withoutKey(_ key: String, in step: JSONObject) -> JSONObject {
    guard step["do"] == "restart", var events = step["events"]?.object else { return step }
    var step = step
    events[key] = nil
    step["events"] = .object(events)
    return step
  }
}

extension JSONObject {
  /// These members with one more.
  fileprivate func merging(_ key: String, _ value: JSON) -> JSONObject {
    var merged = self
    merged[key] = value
    return merged
  }
}
