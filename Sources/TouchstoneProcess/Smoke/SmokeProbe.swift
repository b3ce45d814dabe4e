import JSON
import Touchstone

/// A tiny case that shows whether an adapter keeps one part of the protocol.
struct SmokeProbe {
  let title: String
  let advice: String
  let suspect: SmokeResult.Suspect
  var configuration: JSON = [:]
  var steps: [Step] = []
  /// The `expect` of the case.
  var expectation: JSON = ["events": []]
  /// What is wrong with an answer beyond what the case expects.
  var check: @Sendable (CaseResult) -> String? = { _ in nil }

  /// From the plainest to the most demanding: fix the first that goes wrong first.
  static let all: [SmokeProbe] = [
    SmokeProbe(
      title: "answers a case without steps",
      advice: """
        Answer every request with one line of JSON and flush it. The result of runCase is \
        {"steps": [], "events": []} here.
        """,
      suspect: .adapter
    ),
    custom(
      "records a custom event",
      "smoke",
      "Wait until the event is stored before you answer, and export it as a stored document: "
        + "_id, _partition, timestamp, activity, event, data.",
      .recorder
    ),
    SmokeProbe(
      title: "says so when it does not know a step",
      advice:
        #"Answer {"unsupported": "why"} for a step that you do not know, and go on with the next one."#,
      suspect: .adapter,
      steps: [["do": "smokeUnknownStep"], record("after")],
      expectation: ["events": [event("after")]],
      check: { result in
        guard case .completed(let steps, _) = result else { return nil }
        guard case .unsupported? = steps.first else {
          return #"the first outcome is not {"unsupported": …}"#
        }
        return nil
      }
    ),
    custom(
      "begins every case afresh",
      "smoke",
      "Open a new realm, event realm and clock for each case: nothing of the last case may be seen.",
      .adapter
    ),
    custom(
      "keeps every character",
      "Zoë ☃ 𝄞 \u{2028} \"quoted\" \\ \n",
      "Read standard input and write standard output as UTF-8, and end messages with a line feed only.",
      .adapter
    ),
    SmokeProbe(
      title: "reports a step that fails",
      advice: """
        A failure is the outcome {"error": {"code": …, "message": …}} of its step, never the end of the \
        program. Without event configuration, recording fails with events-not-enabled.
        """,
      suspect: .recorder,
      configuration: ["events": nil],
      steps: [["do": "recordEvent", "activity": "smoke", "fails": "events-not-enabled"]]
    ),
  ]

  private static func custom(
    _ title: String,
    _ activity: String,
    _ advice: String,
    _ suspect: SmokeResult.Suspect
  ) -> SmokeProbe {
    SmokeProbe(
      title: title,
      advice: advice,
      suspect: suspect,
      steps: [record(activity)],
      expectation: ["events": [event(activity)]]
    )
  }

  static func record(_ activity: String) -> Step {
    ["do": "recordEvent", "activity": .string(activity)]
  }

  static func event(_ activity: String) -> JSON {
    ["event": nil, "activity": .string(activity), "data": nil]
  }

  /// The probe as a case.
  var testCase: Case {
    var testCase = Case(
      name: "smoke/probes/probe",
      title: title,
      steps: steps,
      expectation: expectation,
      location: TextLocation(file: "smoke", line: 1)
    )
    testCase.configuration = configuration
    return testCase
  }
}
