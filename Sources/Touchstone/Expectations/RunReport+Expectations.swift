extension RunReport {
  /// The report as it reads for someone who knows these failures.
  ///
  /// A listed case that fails is a known failure, one that passes is an unexpected pass, and one that was not run
  /// stays what it is.
  package func judged(by expectations: Expectations, in scope: ExpectationScope) -> RunReport {
    let matching = ExpectationMatching(expectations, in: scope)
    let verdicts = verdicts.map { verdict in
      guard let entry = matching.entries[verdict.testCase.name] else { return verdict }
      var judged = verdict
      judged.known = entry.reason
      switch verdict.verdict {
      case .failed, .errored: judged.verdict = .knownFailure
      case .passed: judged.verdict = .unexpectedPass
      case .unsupported, .knownFailure, .unexpectedPass: break
      }
      return judged
    }
    return RunReport(
      implementation: implementation,
      selection: selection,
      verdicts: verdicts,
      unfinished: unfinished,
      faults: faults,
      staleExpectations: matching.faults.sorted(),
      started: started,
      ended: ended
    )
  }
}
