/// What came of a run: a verdict for every case that was selected, in the order of the suite.
public struct RunReport: Sendable {
  /// What the implementation said of itself.
  public let implementation: ImplementationInfo
  /// What was run.
  public let selection: RunSelection
  /// One for each selected case.
  public let verdicts: [CaseVerdict]
  /// How often each verdict was given.
  public let summary: RunSummary
  /// Entries of the list of known failures that do not hold.
  public let staleExpectations: [SuiteFault]
  let started: Moment
  let ended: Moment

  init(
    implementation: ImplementationInfo,
    selection: RunSelection,
    verdicts: [CaseVerdict],
    started: Moment,
    ended: Moment,
    staleExpectations: [SuiteFault] = []
  ) {
    self.implementation = implementation
    self.selection = selection
    self.verdicts = verdicts
    self.started = started
    self.ended = ended
    self.staleExpectations = staleExpectations
    summary = RunSummary(verdicts.map(\.verdict))
  }

  /// Whether every case ended as it was expected to, and every expectation held: what the exit status says.
  public var isAsExpected: Bool {
    summary[.failed] == 0 && summary[.errored] == 0 && summary[.unexpectedPass] == 0
      && staleExpectations.isEmpty
  }
}

/// How often each verdict was given.
///
/// The counts add up to the number of selected cases by construction.
public struct RunSummary: Sendable, Hashable {
  private let counts: [Verdict: Int]

  /// Counts verdicts.
  public init(_ verdicts: some Sequence<Verdict>) {
    counts = verdicts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// How many cases ended like this.
  public subscript(verdict: Verdict) -> Int { counts[verdict, default: 0] }

  /// How many cases were selected: each has exactly one verdict.
  public var selected: Int { counts.values.reduce(0, +) }
}
