import Formats

extension RunReport {
  /// The report in which an answer that does not pass one expectation may pass another: cases with that other one, by
  /// name.
  package func judged(otherwise alternatives: [String: Case]) -> RunReport {
    let verdicts = verdicts.map { verdict in
      guard verdict.verdict == .failed, let result = verdict.result,
        let other = alternatives[verdict.testCase.name]
      else { return verdict }
      let judge = CaseJudge(other, edition: selection.edition, window: started...ended)
      var judged = judge.judge(result)
      guard judged.verdict == .passed else { return verdict }
      judged.duration = verdict.duration
      return judged
    }
    return RunReport(
      implementation: implementation,
      selection: selection,
      verdicts: verdicts,
      unfinished: unfinished,
      faults: faults,
      staleExpectations: staleExpectations,
      started: started,
      ended: ended
    )
  }
}
