/// Steps about sessions, and the progress that they report.
package enum MobileSessionStep: String, StepTopic {
  case session, sessions, sessionState, sessionConfiguration
  case watchProgress, stopProgress, progress, progressSummary, reportProgress

  var classes: [ConformanceClass]? { [.mobilePlatform] }

  var entry: StepEntry {
    switch self {
    case .session:
      StepEntry(
        takes: [.required(.loggedIn), .required(.url), .required(.name(.session))],
        yields: .flag,
        value: "whether the user has a session for that URL"
      ) { "\($0[.loggedIn]).session(for: \($0[.url]))" }
    case .sessions:
      StepEntry(
        takes: [.required(.loggedIn)],
        yields: .expectedElements,
        value: "the paths of the realms for which the user has a session, sorted"
      ) { "\($0[.loggedIn]).allSessions()" }
    case .sessionState:
      StepEntry(
        takes: [.required(.session)],
        yields: .word(["active", "inactive", "invalid"]),
        value: "`active`, `inactive` (not connected) or `invalid` (in an error state)"
      ) { "\($0[.session]).state" }
    case .sessionConfiguration:
      StepEntry(
        takes: [.required(.session)],
        yields: .expected,
        value:
          "`{\"user\": <identity>, \"path\": <path of the realm>}`, null if the session is invalid"
      ) { "\($0[.session]).configuration" }
    case .watchProgress:
      StepEntry(
        does: "registers a block that is told of progress in one direction",
        takes: [
          .required(.session), .required(.direction), .required(.mode), .required(.name(.watch)),
        ],
        yields: .flag,
        value: "whether there is a token",
        needs: .progress
      ) {
        "\($0[.session]).addProgressNotification(for: .\($0.bare(.direction)), mode: .\($0.bare(.mode)))"
      }
    case .stopProgress:
      StepEntry(
        does: "stops the token of a block, if there is one",
        takes: [.required(.watch)],
        needs: .progress
      ) { "\($0[.watch]).stop()" }
    case .progress:
      StepEntry(
        takes: [.required(.watch)],
        yields: .expectedElements,
        value: """
          what the block was told since it was last asked, as an array of `[transferred, transferrable]`; of equal pairs \
          that follow each other only the first
          """,
        needs: .progress
      ) { "\($0[.watch]).calls" }
    case .progressSummary:
      StepEntry(
        takes: [.required(.watch)],
        yields: .anyObject,
        value: """
          what the block was told since it was registered: `{"calls": <how often>, "neverFalls": <whether neither number \
          ever fell>, "finished": <whether the last transferred bytes reach the transferrable ones>}`
          """,
        needs: .progress
      ) { "\($0[.watch]).summary" }
    case .reportProgress:
      StepEntry(
        does: """
          has the sync engine tell the session these numbers of bytes, in place of what it transfers. None is smaller than \
          the last time
          """,
        takes: [
          .required(.session), .required(.downloaded), .required(.downloadable),
          .required(.uploaded), .required(.uploadable),
        ],
        needs: .progressInjection
      ) { words in
        "\(words[.session]).engine.report(down: \(words[.downloaded])/\(words[.downloadable]), "
          + "up: \(words[.uploaded])/\(words[.uploadable]))"
      }
    }
  }
}
