import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Ways to lose, to repeat and to mix up events between the commit and the server.
  static let eventRealm: [Violator] =
    [
      opening, persistence, storedTexts, uploads, partitions, restarts, pools, loggingOut, server,
    ].flatMap(\.named)

  private static let opening: Entries = [
    "failed-opening-reported-nowhere": .outcomes["REALM-2"](
      "A completion has no error although the event realm could not be opened."
    ) { step, outcome, _ in
      step.isCommit && outcome.errorCode == "event-realm-unavailable" ? .ok(.null) : nil
    },
    "beginning-opens-in-2023": .rule["REALM-2"](
      "Beginning a scope fails if the event realm cannot be opened."
    ) { $0.opensAtBeginning = true },
    "beginning-does-not-open-in-2022": .rule["REALM-3"](
      "In edition 2022 a scope begins although the event realm cannot be opened.",
      edition: "2022"
    ) { $0.opensAtBeginning = false },
    "failed-opening-is-final": .answer["REALM-4"](
      "An event realm that could not be opened once is not tried again."
    ) { program, result in
      var failure: StepOutcome?
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .eventRealm(.restart) { failure = nil }
        if outcome.errorCode == "event-realm-unavailable" { failure = outcome }
        return step.isCommit ? failure : nil
      }
    },
    "writes-need-an-event-realm": .steps["REALM-40"](
      "A transaction is undone if its events cannot be stored or uploaded at once."
    ) { step, _ in step.kind == .writing(.write) ? [step.with(.cancel, true)] : nil },
  ]

  private static let persistence: Entries = [
    "completion-waits-for-the-upload": .outcomes["REALM-6", "REALM-19"](
      "A commit without a connection fails."
    ) { step, _, walk in
      step.isCommit && !walk.isOnline ? .failure("upload-failed", "there is no connection") : nil
    },
    "completion-before-durable": .steps["REALM-7"](
      "A completion runs before the events are on disk."
    ) { step, walk in
      guard step.isCommit, walk.next?.kind == .eventRealm(.restart) else { return nil }
      return step[.scope].map { [Step.isActive($0).tagged(step.tag)] } ?? []
    },
    "open-scopes-outlive-the-process": .steps["REALM-8"](
      "What a scope has noted is stored when the process ends."
    ) { step, walk in
      step.kind == .eventRealm(.restart) ? walk.active.map(Step.commitScope) + [step] : nil
    },
    "large-events-are-cut": .callData["REALM-9", "REALM-10"](
      "The data of an event is cut at sixty-four kilobytes."
    ) { $0.utf8.count > 65_536 ? $0.cut(65_536) : $0 },
  ]

  private static let storedTexts: Entries = [
    "activities-are-cut": .activity("An activity has at most 255 characters.") { $0.cut(255) },
    "activities-are-escaped": .activity("Quotes in activities are doubled.") {
      $0.replacing("'", with: "''")
    },
    "stored-activities-end-at-nul": .activity("An activity ends at a NUL.") { $0.upToNul },
    "keys-are-cleaned": .documentEverywhere["REALM-11"](
      "Characters of metadata keys that are not letters or digits become underscores."
    ) { event in
      event.metadata = event.metadata.reduce(into: [:]) { cleaned, field in
        let key = field.key.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        cleaned[String(key)] = field.value
      }
    },
  ]
}

extension Violator {
  /// The reference with other activities in its documents, on the device and on the server.
  fileprivate static let activity = Violation<@Sendable (String) -> String> { change in
    documentEverywhere { $0["activity"] = $0["activity"]?.mapString(change) }
  }["REALM-11"]
}
