import JSON
import Touchstone

/// A tiny case that shows whether an adapter keeps one part of the protocol.
struct SmokeProbe {
  let title: String
  let advice: String
  let suspect: SmokeResult.Suspect
  var schema: JSON = [:]
  var configuration: JSON = [:]
  var steps: [Step] = []
  /// The `expect` of the case.
  var expectation: JSON = ["events": []]
  /// Whether a program may not know what it takes yet.
  var isOptional = false
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
    SmokeProbe(
      title: "takes and writes lines of ten megabytes",
      advice: """
        Read to the next line feed, however far away it is: a limit of the reader, such as 64 KiB, is too small. Write all of \
        an answer, and flush it.
        """,
      suspect: .adapter,
      steps: [["do": "recordEvent", "activity": "smoke", "data": .string(long)]],
      expectation: ["events": [["event": nil, "activity": "smoke", "data": .string(long)]]]
    ),
    numbers(
      "keeps integers of 64 bits",
      "int",
      [
        (9_007_199_254_740_993, 9_007_199_254_740_993), (.int(.max), .int(.max)),
        (.int(.min), .int(.min)),
      ]
    ),
    numbers(
      "keeps the digits of doubles",
      "double",
      [(0.1, 0.1), (least, least), (1.5e300, 1.5e300)]
    ),
    SmokeProbe(
      title: "tells 1 from 1.0",
      advice: SmokeAdvice.numbers,
      suspect: .adapter,
      schema: thing("int"),
      steps: [
        [
          "do": "write",
          "steps": [
            ["do": "create", "type": "Thing", "value": ["_id": 1, "value": 1], "as": "thing"],
            [
              "do": "set", "object": "thing", "property": "value", "value": 1.0,
              "fails": "type-mismatch",
            ],
          ],
        ]
      ],
      isOptional: true
    ),
  ]

  private static let least = JSON.double(.leastNonzeroMagnitude)

  /// More than a line reader with a limit takes.
  private static let long = String(repeating: "touchstone", count: 1 << 20)

  private static func thing(_ type: String) -> JSON {
    ["Thing": ["primaryKey": "_id", "properties": ["_id": "int", "value": .string(type)]]]
  }

  /// Values that go to an object and come back.
  private static func numbers(_ title: String, _ type: String, _ values: [(JSON, JSON)])
    -> SmokeProbe
  {
    let steps = values.enumerated().flatMap { index, value -> [Step] in
      let object: JSON = ["_id": .int(Int64(index)), "value": value.0]
      return [
        [
          "do": "write",
          "steps": [
            ["do": "create", "type": "Thing", "value": object, "as": .string("thing\(index)")]
          ],
        ],
        [
          "do": "value", "object": .string("thing\(index)"), "property": "value",
          "returns": value.1,
        ],
      ]
    }
    return SmokeProbe(
      title: title,
      advice: SmokeAdvice.numbers,
      suspect: .adapter,
      schema: thing(type),
      steps: steps,
      isOptional: true
    )
  }

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

  /// The result of a probe that does not fit what an implementation offers.
  func notTried(because reason: String?) -> SmokeResult {
    SmokeResult(title: title, faults: [], advice: advice, suspect: suspect, lack: reason)
  }

  /// The class whose cases the probes are: one of those that an implementation offers, if there are some.
  static func conformanceClass(of info: ImplementationInfo) -> ConformanceClass {
    ConformanceClass.allCases.first { info.classes.contains($0.rawValue) } ?? .recording
  }

  /// The probe as a case of a class; those of the others do not ask for events.
  func testCase(of conformanceClass: ConformanceClass) -> Case {
    var testCase = Case(
      name: "smoke/probes/probe",
      title: title,
      steps: steps,
      expectation: expectation,
      location: TextLocation(file: "smoke", line: 1)
    )
    testCase.configuration = configuration
    testCase.conformanceClass = conformanceClass.rawValue
    testCase.schema = ProgramSchema(schema)
    return testCase
  }
}
