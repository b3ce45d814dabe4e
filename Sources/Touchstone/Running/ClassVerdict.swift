/// Whether a run shows that an implementation keeps a whole conformance class.
package enum ClassVerdict: Sendable, Hashable {
  case achieved
  /// So many cases of level `must` did not pass.
  case notAchieved(missing: Int)
  /// The run was about a part of the class only, so nothing can be said of it.
  case notJudged
}

extension RunReport {
  /// The verdict on the class: achieved only if every `must` case of it passed.
  ///
  /// What is untested for want of a feature, and what is known to fail, is not achieved.
  package var classVerdict: ClassVerdict {
    guard selection.filter == nil, selection.folder == nil, isComplete, !verdicts.isEmpty
    else {
      return .notJudged
    }
    let missing = verdicts.count { $0.testCase.level == .must && !hasPassed($0.verdict) }
    return missing == 0 ? .achieved : .notAchieved(missing: missing)
  }

  private func hasPassed(_ verdict: Verdict) -> Bool {
    verdict == .passed || verdict == .unexpectedPass
  }
}
