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
    "failed-opening-reported-nowhere": .outcomes(
      "A completion has no error although the event realm could not be opened.",
      ["REALM-2"]
    ) { step, outcome, _ in
      step.isCommit && outcome.errorCode == "event-realm-unavailable" ? .ok(.null) : nil
    },
    "beginning-opens-in-2023": .rule(
      "Beginning a scope fails if the event realm cannot be opened.",
      ["REALM-2"]
    ) { $0.opensAtBeginning = true },
    "beginning-does-not-open-in-2022": .rule(
      "In edition 2022 a scope begins although the event realm cannot be opened.",
      ["REALM-3"],
      edition: "2022"
    ) { $0.opensAtBeginning = false },
    "failed-opening-is-final": .answer(
      "An event realm that could not be opened once is not tried again.",
      ["REALM-4"]
    ) { program, result in
      var failure: StepOutcome?
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .eventRealm(.restart) { failure = nil }
        if outcome.errorCode == "event-realm-unavailable" { failure = outcome }
        return step.isCommit ? failure : nil
      }
    },
    "writes-need-an-event-realm": .steps(
      "A transaction is undone if its events cannot be stored or uploaded at once.",
      ["REALM-40"]
    ) { step, _ in step.kind == .writing(.write) ? [step.with(.cancel, true)] : nil },
  ]

  private static let persistence: Entries = [
    "completion-waits-for-the-upload": .outcomes(
      "A commit without a connection fails.",
      ["REALM-6", "REALM-19"]
    ) { step, _, walk in
      step.isCommit && !walk.isOnline ? .failure("upload-failed", "there is no connection") : nil
    },
    "completion-before-durable": .steps(
      "A completion runs before the events are on disk.",
      ["REALM-7"]
    ) { step, walk in
      guard step.isCommit, walk.next?.kind == .eventRealm(.restart) else { return nil }
      return step[.scope].map { [Step.isActive($0).tagged(step.tag)] } ?? []
    },
    "open-scopes-outlive-the-process": .steps(
      "What a scope has noted is stored when the process ends.",
      ["REALM-8"]
    ) { step, walk in
      step.kind == .eventRealm(.restart) ? walk.active.map(Step.commitScope) + [step] : nil
    },
    "large-events-vanish": .skipping(
      "An event of half a megabyte and more is dropped without an error.",
      ["REALM-9"]
    ) { step, _ in step[.data]?.utf8.count ?? 0 > 500_000 },
    "large-events-are-cut": .callData(
      "The data of an event is cut at sixty-four kilobytes.",
      ["REALM-9", "REALM-10"]
    ) { $0.utf8.count > 65_536 ? $0.cut(65_536) : $0 },
  ]

  private static let storedTexts: Entries = [
    "activities-are-cut": .activity("An activity has at most 255 characters.") { $0.cut(255) },
    "activities-are-escaped": .activity("Quotes in activities are doubled.") {
      $0.replacing("'", with: "''")
    },
    "stored-activities-end-at-nul": .activity("An activity ends at a NUL.") { $0.upToNul },
    "keys-are-cleaned": .documentEverywhere(
      "Characters of metadata keys that are not letters or digits become underscores.",
      ["REALM-11"]
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
  fileprivate static let activity = Kind<@Sendable (String) -> String> { change in
    documentEverywhere { $0["activity"] = $0["activity"]?.mapString(change) }
  }.violating("REALM-11")
}
