package import Touchstone

extension Expectations {
  /// The list that describes a run: what still holds keeps its reason, what does not is left out, what is new waits
  /// for one.
  ///
  /// - Parameters:
  ///   - report: a run that was not judged by any list.
  ///   - scope: what the run was about; entries for cases that it left out stay as they are.
  /// - Returns: a list by which the report is as expected.
  package func updated(after report: RunReport, in scope: ExpectationScope) -> Expectations {
    let failing = Set(
      report.verdicts.filter { [.failed, .errored].contains($0.verdict) }.map(\.testCase.name)
    )
    let declined = Set(report.declined(without: report.lacking).map(\.testCase.name))
    let matching = ExpectationMatching(self, in: scope)
    var listed: Set<String> = []
    var updated = Expectations(path: path)
    for (entry, names) in zip(entries, matching.names) {
      if names.isEmpty {
        if !scope.covers(entry.name) { updated.entries.append(entry) }
        continue
      }
      let kept = names.filter {
        ((entry.isUnsupported ? declined : failing).contains($0) || !scope.run.contains($0))
          && listed.insert($0).inserted
      }
      if kept.isEmpty { continue }
      if entry.count != nil, kept.count == names.count {
        updated.entries.append(
          KnownFailure(
            name: entry.name,
            count: names.count,
            isUnsupported: entry.isUnsupported,
            reason: entry.reason
          )
        )
      } else {
        updated.entries += kept.map {
          KnownFailure(name: $0, isUnsupported: entry.isUnsupported, reason: entry.reason)
        }
      }
    }
    let new = report.verdicts.map(\.testCase.name).filter {
      (failing.contains($0) || declined.contains($0)) && !listed.contains($0)
    }
    updated.entries += new.map {
      KnownFailure(
        name: $0,
        isUnsupported: declined.contains($0),
        reason: KnownFailure.missingReason
      )
    }
    updated.without = features(after: report)
    return updated
  }

  /// The features that are not offered, each with the reason it had.
  ///
  /// Those that a part of the cases does not need stay.
  private func features(after report: RunReport) -> [MissingFeature] {
    let lacking = report.lacking
    let kept = (without ?? []).filter {
      lacking.contains($0.feature)
        || (report.selection.isPart && !report.implementation.features.contains($0.feature))
    }
    let new = Suite.features.filter { feature in
      lacking.contains(feature) && !kept.contains { $0.feature == feature }
    }
    return kept.map { MissingFeature(feature: $0.feature, reason: $0.reason) }
      + new.map { MissingFeature(feature: $0, reason: MissingFeature.missingReason) }
  }
}
