import Formats
import JSON

/// Judges one answer: the only place where an answer becomes a verdict.
struct CaseJudge {
  /// How many findings are kept: a reader does not read more.
  static let findingLimit = 20

  private let original: Case
  /// The case with everything written out that it repeats.
  private let testCase: Case
  private let rules: TrailRules

  /// A judge of one case, which is written out already if another part needed that.
  ///
  /// The edition decides what the fields of a stored event are called. Events bear no time outside the window in
  /// which the case ran, unless the case sets the clock.
  init(
    _ testCase: Case,
    writtenOut: Case? = nil,
    edition: String,
    window: ClosedRange<Timestamp>
  ) {
    original = testCase
    self.testCase = writtenOut ?? testCase.writtenOut
    rules = TrailRules(self.testCase, edition: edition, window: window)
  }

  /// The verdict on an answer; how long the case took, the caller knows.
  func judge(_ result: CaseResult) -> CaseVerdict {
    var verdict = CaseVerdict(testCase: original, verdict: .unsupported)
    if let reason = result.unsupportedReason(testCase.steps) {
      verdict.reason = Abbreviation.shorten(reason, to: 200)
      return verdict
    }
    var findings = FaultList(limit: Self.findingLimit)
    switch result {
    case .unsupported: break
    case .malformed(let answer):
      let found = Abbreviation.shorten(answer.text(), to: 100)
      findings.add(JSONPath(), "expected {\"steps\": […], \"events\": […]}, found \(found)")
    case .openError(let error): compareOpening(error, &findings)
    case .completed(let outcomes, let events):
      if let fault = testCase.expectation[.openFails] {
        let error = ExpectedError(fault)
        findings.add(
          JSONPath().appending("openFails"),
          "expected opening to fail with \(error?.phrase ?? ""), but it succeeded",
          breaking: ErrorCode.requirement(of: error?.codes ?? [])
        )
      } else {
        var steps = StepMatching(testCase, rules)
        steps.compare(testCase.steps, outcomes, at: JSONPath().appending("steps"))
        findings = steps.findings
        var matching = TrailMatching(rules)
        let comparison = matching.compare(
          testCase.expectation[.trail]?.array ?? [],
          events,
          anyOrder: testCase.expectation[.order] == "any"
        )
        comparison.collectFindings(
          at: JSONPath().appending("events"),
          into: &findings,
          BrokenForm(testCase, mayCompress: rules.mayCompressPayloads)
        )
        verdict.trail = comparison
      }
    }
    if !findings.isEmpty { findings.name(StatedRequirement(testCase).requirement) }
    verdict.verdict = findings.isEmpty ? .passed : .failed
    verdict.findings = findings.findings
    return verdict
  }

  private func compareOpening(_ error: StepError, _ findings: inout FaultList) {
    guard let expected = testCase.expectation[.openFails].flatMap(ExpectedError.init) else {
      findings.add(
        JSONPath(),
        "expected the realm to open, but it failed with \(error.brief)",
        breaking: ErrorCode.requirement(of: [error.code])
      )
      return
    }
    var values = ValueMatching(.extended)
    let reason = ErrorCode.requirement(of: expected.codes)
    let place = JSONPath().appending("openFails")
    expected.compare(error, at: place, breaking: reason, &values, &findings)
  }
}

extension CaseResult {
  /// What the implementation said it does not know, if it said so of the case or of a step.
  fileprivate func unsupportedReason(_ steps: [Step]) -> String? {
    switch self {
    case .unsupported(let reason): reason
    case .completed(let outcomes, _): Self.unsupportedReason(outcomes, steps)
    case .openError, .malformed: nil
    }
  }

  private static func unsupportedReason(_ outcomes: [StepOutcome], _ steps: [Step]) -> String? {
    for (step, outcome) in zip(steps, outcomes) {
      switch outcome {
      case .unsupported(let reason): return reason
      case .ok(.array(let answers)) where step.kind?.isBlock == true:
        let nested = answers.map(StepOutcome.init(message:))
        if let reason = unsupportedReason(nested, step.steps) { return reason }
      default: continue
      }
    }
    return nil
  }
}
