import Formats

/// Runs cases on an implementation and judges its answers.
///
/// ```swift
/// let report = try await Runner(RunSelection(), jobs: 4).run(suite.cases, on: MyRecorder())
/// for verdict in report.verdicts where verdict.verdict == .failed { print(verdict.name) }
/// ```
///
/// Whatever an implementation does with one case costs that case at the most: every selected case has a
/// verdict when the run ends.
public struct Runner: Sendable {
  /// What is run; the edition is what the implementation is told.
  public var selection: RunSelection
  /// How many cases run at the same time.
  public var jobs: Int

  /// A runner of so many cases at a time.
  public init(_ selection: RunSelection = RunSelection(), jobs: Int = 1) {
    self.selection = selection
    self.jobs = max(1, jobs)
  }

  /// Runs the cases and reports their verdicts in the same order.
  ///
  /// - Parameters:
  ///   - cases: what was selected from the suite.
  ///   - implementation: what is judged.
  ///   - observe: is told every verdict as it comes, in any order.
  /// - Returns: a report with a verdict for each case; if the task is cancelled, for each that ended before.
  /// - Throws: a ``SuiteError`` if the implementation does not even say what it is.
  public func run(
    _ cases: [Case],
    on implementation: any Implementation,
    observe: @escaping @Sendable (CaseVerdict) -> Void = { _ in }
  ) async throws(SuiteError) -> RunReport {
    let started = Timestamp.now
    let info = try await initialize(implementation)
    let verdicts = await verdicts(on: cases, of: implementation, info, observe)
    let faults = await implementation.finish()
    return RunReport(
      implementation: info,
      selection: selection,
      verdicts: verdicts.compactMap(\.self),
      notRun: zip(cases, verdicts).filter { $1 == nil }.map(\.0.name),
      faults: faults.map { Abbreviation.shorten($0, to: 2000) },
      started: started,
      ended: Timestamp.now
    )
  }

  private func initialize(_ implementation: any Implementation) async throws(SuiteError)
    -> ImplementationInfo
  {
    do {
      return try await implementation.initialize(edition: selection.edition)
    } catch {
      _ = await implementation.finish()
      let words = Abbreviation.shorten("\(error)", to: 2000)
      throw SuiteError(.notInitialized, "the implementation could not be initialized: \(words)")
    }
  }

  /// The verdicts in the order of the cases; nil for those that a cancelled run did not get to.
  private func verdicts(
    on cases: [Case],
    of implementation: any Implementation,
    _ info: ImplementationInfo,
    _ observe: @escaping @Sendable (CaseVerdict) -> Void
  ) async -> [CaseVerdict?] {
    let runner = CaseRunner(implementation: implementation, info: info, edition: selection.edition)
    return await withTaskGroup(of: (place: Int, verdict: CaseVerdict)?.self) { group in
      var verdicts: [CaseVerdict?] = Array(repeating: nil, count: cases.count)
      var waiting = cases.indices.makeIterator()
      func startNext() {
        guard !Task.isCancelled, let place = waiting.next() else { return }
        group.addTask {
          guard let verdict = try? await runner.verdict(on: cases[place]) else { return nil }
          return (place, verdict)
        }
      }
      for _ in 0..<min(jobs, cases.count) { startNext() }
      for await ended in group {
        if let ended {
          verdicts[ended.place] = ended.verdict
          observe(ended.verdict)
        }
        startNext()
      }
      return verdicts
    }
  }
}
