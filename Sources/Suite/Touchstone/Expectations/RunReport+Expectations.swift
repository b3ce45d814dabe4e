extension Expectations {
  /// The names of the cases that may fail.
  package func names(in scope: ExpectationScope) -> Set<String> {
    Set(ExpectationMatching(self, in: scope).entries.keys)
  }
}

extension RunReport {
  /// The report as it reads for someone who knows these failures.
  ///
  /// A listed case that fails is a known failure, one that passes is an unexpected pass, and one that was not run
  /// stays what it is.
  package func judged(by expectations: Expectations, in scope: ExpectationScope) -> RunReport {
    let matching = ExpectationMatching(expectations, in: scope)
    var judged = self
    judged.staleExpectations = matching.faults.sorted()
    for (index, verdict) in verdicts.enumerated() {
      guard let entry = matching.entries[verdict.testCase.name] else { continue }
      judged.verdicts[index].known = entry.reason
      switch verdict.verdict {
      case .failed, .errored: judged.verdicts[index].verdict = .knownFailure
      case .passed: judged.verdicts[index].verdict = .unexpectedPass
      case .unsupported, .knownFailure, .unexpectedPass: break
      }
    }
    return judged
  }
}
