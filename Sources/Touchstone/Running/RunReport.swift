package import Formats

/// What came of a run: a verdict for every case that was selected, in the order of the suite.
public struct RunReport: Sendable {
  /// What the implementation said of itself.
  public let implementation: ImplementationInfo
  /// What was run.
  public let selection: RunSelection
  /// One for each selected case; if the run was interrupted, for each that ended before.
  public internal(set) var verdicts: [CaseVerdict]
  /// How many selected cases have no verdict, because the run was interrupted.
  public let unfinished: Int
  /// What the implementation did wrong that no case is to blame for.
  public let faults: [String]
  /// Entries of the list of known failures that do not hold.
  package internal(set) var staleExpectations: [SuiteFault] = []
  /// When it began.
  package let started: Timestamp
  /// When it ended.
  package let ended: Timestamp

  /// How often each verdict was given.
  package var summary: RunSummary { RunSummary(verdicts.map(\.verdict)) }

  /// Whether every selected case has a verdict.
  public var isComplete: Bool { unfinished == 0 }

  /// Whether every case ended as it was expected to, and every expectation held: what the exit status says.
  public var isAsExpected: Bool {
    isComplete && faults.isEmpty && staleExpectations.isEmpty
      && !verdicts.contains { [.failed, .errored, .unexpectedPass].contains($0.verdict) }
  }
}

/// How often each verdict was given.
///
/// The counts add up to the number of selected cases by construction.
package struct RunSummary: Sendable, Hashable {
  private let counts: [Verdict: Int]

  /// Counts verdicts.
  package init(_ verdicts: some Sequence<Verdict>) {
    counts = verdicts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// How many cases ended like this.
  package subscript(verdict: Verdict) -> Int { counts[verdict, default: 0] }

  /// How many cases were selected: each has exactly one verdict.
  package var selected: Int { counts.values.reduce(0, +) }
}
