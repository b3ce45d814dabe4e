import Formats
import JSON

/// Judges one answer: the only place where an answer becomes a verdict.
struct CaseJudge {
  private let testCase: Case
  private let rules: TrailRules

  /// A judge of one case.
  ///
  /// The edition decides what the fields of a stored event are called. Events bear no time outside the window in
  /// which the case ran, unless the case sets the clock.
  init(_ testCase: Case, edition: String, window: ClosedRange<Timestamp>) {
    let testCase = testCase.writtenOut
    self.testCase = testCase
    rules = TrailRules(testCase, edition: edition, window: window)
  }

  func judge(_ result: CaseResult) -> Judgement {
    if let reason = UnsupportedSearch.reason(in: result, steps: testCase.steps) {
      return Judgement(verdict: .unsupported, reason: Abbreviation.shorten(reason, to: 200))
    }
    var findings = FindingList()
    var trail: Comparison?
    switch result {
    case .unsupported: break
    case .malformed(let answer):
      let found = Abbreviation.shorten(answer.text(), to: 100)
      findings.add(JSONPath(), "expected {\"steps\": […], \"events\": […]}, found \(found)")
    case .openError(let error): compareOpening(error, &findings)
    case .completed(let outcomes, let events):
      if let fault = testCase.expectation[.openFails] {
        let code = ExpectedError(fault)?.code ?? ""
        findings.add(
          JSONPath().appending("openFails"),
          "expected opening to fail with \(code), but it succeeded"
        )
      } else {
        var steps = StepMatching(rules)
        steps.compare(testCase.steps, outcomes, at: JSONPath().appending("steps"))
        findings = steps.findings
        var matching = TrailMatching(rules)
        let comparison = matching.compare(
          testCase.expectation[.trail]?.array ?? [],
          events,
          anyOrder: testCase.expectation[.order] == "any"
        )
        comparison.collectFindings(at: JSONPath().appending("events"), into: &findings)
        trail = comparison
      }
    }
    return Judgement(
      verdict: findings.isEmpty ? .passed : .failed,
      findings: findings.all,
      trail: trail
    )
  }

  private func compareOpening(_ error: StepError, _ findings: inout FindingList) {
    guard let expected = testCase.expectation[.openFails].flatMap(ExpectedError.init) else {
      let code = Abbreviation.shorten(error.code, to: 40)
      findings.add(
        JSONPath(),
        "expected the realm to open, but it failed with \(code): \(Abbreviation.shorten(error.message, to: 200))"
      )
      return
    }
    var values = ValueMatching(.extended)
    expected.compare(error, at: JSONPath().appending("openFails"), &values, &findings)
  }
}

/// A verdict with its reasons, before it is known how long the case took.
struct Judgement: Sendable {
  var verdict: Verdict
  /// Why there is no verdict on the merits.
  var reason: String?
  var findings: [Finding] = []
  /// The trail against the expected one, where it came to a trail.
  var trail: Comparison?
}

/// Looks for a step that the implementation said it does not know.
private enum UnsupportedSearch {
  static func reason(in result: CaseResult, steps: [Step]) -> String? {
    switch result {
    case .unsupported(let reason): reason
    case .completed(let outcomes, _): reason(in: outcomes, steps)
    case .openError, .malformed: nil
    }
  }

  private static func reason(in outcomes: [StepOutcome], _ steps: [Step]) -> String? {
    for (step, outcome) in zip(steps, outcomes) {
      switch outcome {
      case .unsupported(let reason): return reason
      case .ok(.array(let answers)) where step.kind == .writing(.write):
        let nested = answers.map(StepOutcome.init(message:))
        if let reason = reason(in: nested, step.steps) { return reason }
      default: continue
      }
    }
    return nil
  }
}
