import Formats
import JSON

/// Runs one case on an implementation that has said what it is, and judges the answer.
package struct CaseRunner: Sendable {
  private let implementation: any Implementation
  private let info: ImplementationInfo
  private let edition: String

  /// A runner for an implementation, with what it answered to `initialize`.
  package init(implementation: any Implementation, info: ImplementationInfo, edition: String) {
    self.implementation = implementation
    self.info = info
    self.edition = edition
  }

  /// Runs the case; never fails, because what goes wrong is the verdict.
  ///
  /// - Parameters:
  ///   - testCase: the case.
  ///   - program: what an implementation sees of it, where that is known and the case repeats nothing.
  /// - Returns: the verdict.
  package func run(_ testCase: Case, as program: CaseProgram? = nil) async -> CaseVerdict {
    do {
      return try await verdict(on: testCase, as: program)
    } catch {
      return CaseVerdict(testCase: testCase, verdict: .errored, reason: "the run was cancelled")
    }
  }

  /// Runs the case.
  ///
  /// - Throws: if the task was cancelled meanwhile; the case then has no verdict.
  func verdict(on testCase: Case, as program: CaseProgram? = nil)
    async throws(CancellationError) -> CaseVerdict
  {
    if let lack = lack(for: testCase) {
      return CaseVerdict(testCase: testCase, verdict: .unsupported, reason: lack)
    }
    let writtenOut = program == nil ? testCase.writtenOut : testCase
    let program = program ?? CaseProgram(writtenOut: writtenOut)
    let (outcome, measurement) = await CaseMeasurement.of {
      try await implementation.runCase(program)
    }
    if case .failure(let error as CancellationError) = outcome, Task.isCancelled { throw error }
    let window = Timestamp.range(from: measurement.sent)
    var verdict = judge(outcome, testCase, writtenOut, window: window)
    verdict.duration = measurement.duration
    if verdict.verdict != .passed { verdict.log = measurement.log }
    return verdict
  }

  /// Whether an answer that was given a moment ago is what another case expects.
  package func judges(_ result: CaseResult, by testCase: Case) -> Bool {
    let ago = Timestamp(milliseconds: Timestamp.now.milliseconds - 600_000)
    let judge = CaseJudge(testCase, edition: edition, window: Timestamp.range(from: ago))
    return judge.judge(result).verdict == .passed
  }

  /// The verdict on an answer, whose case ran within a window of the time of day.
  private func judge(
    _ outcome: Result<CaseResult, any Error>,
    _ testCase: Case,
    _ writtenOut: Case,
    window: ClosedRange<Timestamp>
  ) -> CaseVerdict {
    switch outcome {
    case .failure(let error):
      return CaseVerdict(on: testCase, withoutAnswer: "\(error)")
    case .success(let result):
      let judge = CaseJudge(testCase, writtenOut: writtenOut, edition: edition, window: window)
      var verdict = judge.judge(result)
      // A run of many large cases would hold on to all of their answers, and answers that are as expected are not asked for.
      if verdict.verdict == .passed, result.isLarge {
        verdict.omittedLength = result.message.text().utf8.count
        verdict.trail = nil
      } else {
        verdict.result = result
      }
      return verdict
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

extension CaseVerdict {
  /// Answers that are longer are not kept, in bytes.
  package static let answerLimit = 65_536

  /// The verdict on a case whose implementation gave no answer.
  package init(on testCase: Case, withoutAnswer reason: String) {
    self.init(testCase: testCase, verdict: .errored, reason: Abbreviation.shorten(reason, to: 2000))
  }
}

extension CaseResult {
  /// Whether the texts of its events alone are longer than what a report keeps of an answer.
  fileprivate var isLarge: Bool {
    guard case .completed(_, let events) = self else { return false }
    var room = CaseVerdict.answerLimit
    for event in events {
      for (_, value) in event.object ?? [:] {
        room -= (value.string ?? value["$binary"]?["base64"]?.string)?.utf8.count ?? 0
      }
      if room < 0 { return true }
    }
    return false
  }
}
