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
    if let reason = lack(for: testCase) {
      return CaseVerdict(
        testCase: testCase,
        verdict: .unsupported,
        findings: [],
        result: nil,
        duration: .zero,
        reason: reason
      )
    }
    let clock = ContinuousClock()
    let (start, from) = (clock.now, Moment.now)
    do {
      let result = try await implementation.runCase(CaseProgram(of: testCase))
      let duration = clock.now - start
      // A wall clock that was set back during the case must not end the suite.
      let window = from...max(from, Moment.now)
      let judgement = CaseJudge(testCase, edition: edition, window: window).judge(result)
      var verdict = CaseVerdict(
        testCase: testCase,
        verdict: judgement.verdict,
        findings: judgement.findings,
        result: result,
        duration: duration,
        reason: judgement.reason
      )
      verdict.trail = judgement.trail
      return verdict
    } catch {
      return CaseVerdict(
        testCase: testCase,
        verdict: .errored,
        findings: [],
        result: nil,
        duration: clock.now - start,
        reason: Abbreviation.shorten("\(error)", to: 2000)
      )
    }
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
