/// Whether a run shows that an implementation keeps a whole conformance class.
package enum ClassVerdict: Sendable, Hashable {
  /// Every case of level `must` passed that needs none of these features: those that the implementation does not
  /// offer, in the order of the language.
  ///
  /// Without any, the class is achieved in full.
  case achieved(without: [String])
  /// So many cases of level `must` did not pass whose features are on offer.
  case notAchieved(missing: Int)
  /// The run was about a part of the class only, so nothing can be said of it.
  case notJudged
}

extension RunReport {
  /// The verdict on the class: achieved if every `must` case of it passed for which all features are on offer or
  /// promised by the profile, and if there is one.
  ///
  /// What is known to fail is not achieved, nor is what the implementation claims to offer and then does not support.
  package var classVerdict: ClassVerdict {
    guard !selection.isPart, isComplete, !verdicts.isEmpty else { return .notJudged }
    let excused = excused
    let must = verdicts.filter { $0.testCase.level == .must }
    let offered = must.filter { excused.isDisjoint(with: $0.testCase.needs) }
    guard !offered.isEmpty else { return .notAchieved(missing: must.count) }
    let missing = offered.count { !hasPassed($0.verdict) }
    return missing == 0
      ? .achieved(without: Suite.features.filter(excused.contains))
      : .notAchieved(missing: missing)
  }

  private func hasPassed(_ verdict: Verdict) -> Bool {
    verdict == .passed || verdict == .unexpectedPass
  }
}
