public import Touchstone

/// What the suite makes of a violator: it has to be caught, for one of the reasons that it was made for.
public struct ViolatorVerdict: Sendable {
  /// The violator.
  public let violator: Violator
  /// The cases that it did not pass, in the order of the suite.
  public let catching: [Case]
  /// How many cases it was judged by.
  public let selected: Int

  /// The requirements that it was made to violate and that a catching case names, in the order of the violator.
  public var shown: [String] {
    let named = Set(catching.flatMap(\.requirements))
    return violator.violates.filter(named.contains)
  }

  /// What the requirements that it violates look like when they are broken.
  package var fingerprint: Fingerprint {
    Fingerprint(
      violator: violator.id,
      violates: violator.violates,
      cases: Set(catching.map(\.name))
    )
  }

  /// Whether a case catches it that names what it violates.
  public var isCaught: Bool { !shown.isEmpty }
}

extension Violator {
  /// Runs the cases of its edition on it, or only those that name what it violates.
  ///
  /// - Parameters:
  ///   - suite: all cases.
  ///   - jobs: how many of them run at the same time.
  ///   - onlyRelevant: whether cases are left out that name none of its requirements.
  ///   - known: names of cases that are left out, because it is known what they say.
  /// - Returns: which cases catch it.
  /// - Throws: a `SuiteError` for an unknown edition.
  public func judge(
    by suite: Suite,
    jobs: Int = 2,
    onlyRelevant: Bool = false,
    without known: Set<String> = []
  ) async throws -> ViolatorVerdict {
    var cases = try Coverage.classes.flatMap { name in
      try suite.selecting(edition: edition, class: name).cases
    }
    if onlyRelevant { cases.removeAll { $0.requirements.allSatisfy { !violates.contains($0) } } }
    cases.removeAll { known.contains($0.name) }
    let runner = Runner(RunSelection(edition: edition), jobs: jobs)
    let report = try await runner.run(cases, on: make())
    return ViolatorVerdict(
      violator: self,
      // Only what was tried and went wrong catches: an untested case shows nothing.
      catching: report.verdicts.filter { [.failed, .errored].contains($0.verdict) }.map(\.testCase),
      selected: cases.count
    )
  }
}
