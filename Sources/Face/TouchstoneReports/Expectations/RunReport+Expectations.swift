import Formats
package import Touchstone

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
  /// stays what it is. What fails although it is listed as unsupported is news, and so is the reverse.
  package func judged(by expectations: Expectations, in scope: ExpectationScope) -> RunReport {
    let matching = ExpectationMatching(expectations, in: scope)
    var judged = self
    judged.staleExpectations = (matching.faults + faults(in: expectations.without)).sorted()
    judged.tolerated = expectations.without.map { Set($0.map(\.feature)) }
    for (index, verdict) in verdicts.enumerated() {
      guard let entry = matching.entries[verdict.testCase.name] else { continue }
      if verdict.verdict != .passed, !entry.covers(verdict.verdict) { continue }
      judged.verdicts[index].known = entry.reason
      switch verdict.verdict {
      case .failed, .errored: judged.verdicts[index].verdict = .knownFailure
      case .passed: judged.verdicts[index].verdict = .unexpectedPass
      case .unsupported, .knownFailure, .unexpectedPass: break
      }
    }
    return judged
  }

  /// Entries for features that are offered, or that no case needs.
  private func faults(in without: [MissingFeature]?) -> [SuiteFault] {
    (without ?? []).compactMap { entry in
      let isOffered = implementation.features.contains(entry.feature)
      guard isOffered || (!selection.isPart && !lacking.contains(entry.feature)) else { return nil }
      let why = isOffered ? "is offered" : "is not needed by any case of the class and edition"
      return SuiteFault(at: entry.location, "\(entry.feature.quoted) \(why): remove the entry")
    }
  }
}
