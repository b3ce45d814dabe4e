/// Runs one case on an implementation that has said what it is, and judges the answer.
public struct CaseRunner: Sendable {
  private let implementation: any Implementation
  private let info: ImplementationInfo
  private let edition: String

  /// A runner for an implementation, with what it answered to `initialize`.
  public init(implementation: any Implementation, info: ImplementationInfo, edition: String) {
    self.implementation = implementation
    self.info = info
    self.edition = edition
  }

  /// Runs the case; never fails, because what goes wrong is the verdict.
  public func run(_ testCase: Case) async -> CaseVerdict {
    do {
      return try await attempt(testCase)
    } catch {
      return Self.verdict(.errored, on: testCase, because: "the run was cancelled")
    }
  }

  /// Runs the case.
  ///
  /// - Throws: if the task was cancelled before there was an answer.
  func attempt(_ testCase: Case) async throws(CancellationError) -> CaseVerdict {
    if let reason = lack(for: testCase) {
      return Self.verdict(.unsupported, on: testCase, because: reason)
    }
    let from = Moment.now
    let answer = try await implementation.answer(to: CaseProgram(of: testCase))
    // A wall clock that was set back during the case must not end the suite.
    var verdict = judge(answer, testCase, window: from...max(from, Moment.now))
    verdict.duration = answer.duration
    if verdict.verdict != .passed { verdict.log = answer.log }
    return verdict
  }

  private func judge(
    _ answer: CaseAnswer,
    _ testCase: Case,
    window: ClosedRange<Moment>
  ) -> CaseVerdict {
    switch answer.outcome {
    case .failure(let error):
      let words = Abbreviation.shorten("\(error)", to: 2000)
      return Self.verdict(.errored, on: testCase, because: words)
    case .success(let result):
      let judgement = CaseJudge(testCase, edition: edition, window: window).judge(result)
      var verdict = Self.verdict(judgement.verdict, on: testCase, because: judgement.reason)
      verdict.findings = judgement.findings
      verdict.result = result
      verdict.trail = judgement.trail
      return verdict
    }
  }

  private static func verdict(
    _ verdict: Verdict,
    on testCase: Case,
    because reason: String?
  ) -> CaseVerdict {
    CaseVerdict(
      testCase: testCase,
      verdict: verdict,
      findings: [],
      result: nil,
      duration: .zero,
      reason: reason
    )
  }

  /// What the implementation does not offer of what the case is about; nil if it offers all of it.
  private func lack(for testCase: Case) -> String? {
    if !info.editions.contains(edition) { return "does not offer edition \(edition)" }
    if !info.classes.contains(testCase.conformanceClass) {
      return "does not offer class \(testCase.conformanceClass)"
    }
    let missing = testCase.needs.filter { !info.features.contains($0) }
    return missing.isEmpty ? nil : "does not offer \(missing.joined(separator: ", "))"
  }
}
