package import JSON

/// Holds the outcome of every step against what the step says of itself.
struct StepMatching {
  private let rules: TrailRules
  private let testCase: Case
  private var values = ValueMatching(.extended)
  private(set) var findings = FaultList(limit: CaseJudge.findingLimit)

  init(_ testCase: Case, _ rules: TrailRules) {
    self.testCase = testCase
    self.rules = rules
  }

  mutating func compare(_ steps: [Step], _ outcomes: [StepOutcome], at path: JSONPath) {
    if steps.count != outcomes.count {
      let few =
        outcomes.count < steps.count
        ? "every step has one, whatever came of it" : "there are no more steps"
      findings.add(path, "expected \(steps.count) outcomes, found \(outcomes.count): \(few)")
    }
    for (index, (step, outcome)) in zip(steps, outcomes).enumerated() {
      compare(step, outcome, at: path.appending(index))
    }
  }

  private mutating func compare(_ step: Step, _ outcome: StepOutcome, at path: JSONPath) {
    switch outcome {
    case .malformed(let answer):
      let found = Abbreviation.shorten(answer.text())
      findings.add(
        path,
        "expected an outcome ({\"ok\": …}, {\"error\": …} or {\"unsupported\": …}), found \(found)"
      )
    case .unsupported: break
    case .error(let error): compare(step, error, at: path)
    case .ok(let value):
      if let fault = step.fails {
        let error = ExpectedError(fault)
        findings.add(
          path,
          "expected to fail with \(error?.phrase ?? ""), but succeeded",
          breaking: requirement(of: error?.codes ?? [], in: step)
        )
      } else {
        compareValue(step, value, at: path)
      }
    }
  }

  private mutating func compare(_ step: Step, _ error: StepError, at path: JSONPath) {
    guard let expected = step.fails else {
      return findings.add(
        path,
        "expected to succeed, but failed with \(error.brief)",
        breaking: requirement(ofFailing: step, error.code)
      )
    }
    guard let expected = ExpectedError(expected) else { return }
    let reason = requirement(of: expected.codes, in: step)
    let place = path.appending("fails")
    expected.compare(error, at: place, breaking: reason, &values, &findings)
  }

  /// The requirement that says when a step fails so; nil if the case says what the step is about.
  private func requirement(of codes: [String], in step: Step) -> String? {
    step.json["because"] == nil ? ErrorCode.requirement(of: codes) : nil
  }

  /// The requirement that a step breaks which was to succeed; nil if the case says what it is about.
  private func requirement(ofFailing step: Step, _ code: String) -> String? {
    if step.json["because"] != nil { return nil }
    if let subject = StepSubject(testCase).ofSuccess(step) { return subject }
    guard let code = ErrorCode(rawValue: code), code.isOwn(to: testCase.conformanceClass) else {
      return nil
    }
    // A step that gives no value cannot give one that a property does not take.
    return code == .typeMismatch && step["value"] == nil ? nil : code.requirement
  }

  private mutating func compareValue(_ step: Step, _ value: JSON, at path: JSONPath) {
    if step.kind?.isBlock == true { return compareBlock(step, value, at: path) }
    switch step.kind?.entry.yields {
    case .trail?: compareTrail(step.returns, value, at: path.appending("returns"))
    default:
      guard var expected = step.returns else { return }
      if step.kind == .flexibleSync(.synchronize), let elements = expected.array {
        // No source says in which order compensating writes are reported.
        expected = .object([Matcher.unordered.rawValue: .array(elements)])
      }
      var found = FaultList(limit: CaseJudge.findingLimit)
      values.compare(expected, value).collectFindings(at: JSONPath(), into: &found)
      if step.json["because"] == nil, let id = StepSubject(testCase).ofValue(step, found: value) {
        found.name { _ in id }
      }
      findings.add(found, below: path.appending("returns"))
    }
  }

  private mutating func compareBlock(_ step: Step, _ value: JSON, at path: JSONPath) {
    guard let answers = value.array else {
      let found = Abbreviation.describe(value, in: .extended)
      findings.add(path, "expected an array with an outcome for each nested step, found \(found)")
      return
    }
    compare(
      step.steps,
      answers.map(StepOutcome.init(message:)),
      at: path.appending("steps")
    )
  }

  private mutating func compareTrail(_ expected: JSON?, _ value: JSON, at path: JSONPath) {
    guard let documents = value.array else {
      findings.add(
        path,
        "expected an array of stored events, found \(Abbreviation.describe(value, in: .extended))"
      )
      return
    }
    guard let expected else { return }
    let unordered = Matcher.matcher(in: expected) as? UnorderedMatcher
    guard let events = expected.array ?? unordered?.elements else {
      values.compare(expected, value).collectFindings(at: path, into: &findings)
      return
    }
    var trail = TrailMatching(rules)
    trail.compare(events, documents, anyOrder: unordered != nil)
      .collectFindings(at: path, into: &findings)
  }
}

/// What stands under `fails` and `openFails`: a code, or a code with a matcher of the message.
package struct ExpectedError {
  /// Any of these is right.
  let codes: [String]
  let message: JSON?

  /// Reads what a case expects; nil for anything else.
  package init?(_ json: JSON) {
    let code = json["code"] ?? json
    guard let codes = code.string.map({ [$0] }) ?? ErrorCode.choice(in: code) else { return nil }
    self.codes = codes
    message = json["message"]
  }

  /// The codes as findings and stories name them.
  package var phrase: String { codes.joined(separator: " or ") }

  func compare(
    _ error: StepError,
    at path: JSONPath,
    breaking requirement: String?,
    _ values: inout ValueMatching,
    _ findings: inout FaultList
  ) {
    if !codes.contains(error.code) {
      findings.add(path, "expected \(phrase), found \(error.brief)", breaking: requirement)
    } else if let message {
      values.compare(message, .string(error.message))
        .collectFindings(at: path.appending("message"), into: &findings)
    }
  }
}

extension StepError {
  /// The code and the sentence, as short as findings are.
  var brief: String {
    Abbreviation.shorten(code, to: 40) + ": " + Abbreviation.shorten(message, to: 200)
  }
}
