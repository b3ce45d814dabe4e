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
    let matching = ExpectationMatching(self, in: scope)
    var listed: Set<String> = []
    var updated = Expectations(path: path)
    for (entry, names) in zip(entries, matching.names) {
      if names.isEmpty {
        if !scope.covers(entry.name) { updated.entries.append(entry) }
        continue
      }
      let kept = names.filter {
        (failing.contains($0) || !scope.run.contains($0)) && listed.insert($0).inserted
      }
      if kept.isEmpty { continue }
      if entry.count != nil, kept.count == names.count {
        updated.entries.append(
          KnownFailure(name: entry.name, count: names.count, reason: entry.reason)
        )
      } else {
        updated.entries += kept.map { KnownFailure(name: $0, reason: entry.reason) }
      }
    }
    let new = report.verdicts.map(\.testCase.name).filter {
      failing.contains($0) && !listed.contains($0)
    }
    updated.entries += new.map { KnownFailure(name: $0, reason: KnownFailure.missingReason) }
    return updated
  }
}
