package import Formats

/// What came of a run: a verdict for every case that was selected, in the order of the suite.
///
/// ```swift
/// let report = try await Runner().run(suite.cases, on: MyRecorder())
/// print(report.implementation.name, report.isAsExpected ? "conforms" : "does not conform")
/// ```
public struct RunReport: Sendable {
  /// What the implementation said of itself.
  public let implementation: ImplementationInfo
  /// What was run.
  public let selection: RunSelection
  /// One for each selected case; if the run was interrupted, for each that ended before.
  public package(set) var verdicts: [CaseVerdict]
  /// The names of the selected cases that have no verdict, because the run ended before.
  package let notRun: [String]
  /// Why the run ended before all cases had a verdict, if it did.
  package var stop = RunStop.interruption
  /// What the implementation did wrong that no case is to blame for.
  public let faults: [String]
  /// Entries of the list of known failures that do not hold.
  package var staleExpectations: [SuiteFault] = []
  /// The features that a list of known failures says are left out; nil without such a list.
  package var tolerated: Set<String>?
  /// What was not run and had to be, if that was asked for.
  package var gaps: [String] = []
  /// When it began.
  package let started: Timestamp
  /// When it ended.
  package let ended: Timestamp

  /// How often each verdict was given.
  package var summary: RunSummary { RunSummary(verdicts.map(\.verdict)) }

  /// How many selected cases have no verdict.
  public var unfinished: Int { notRun.count }

  /// Whether every selected case has a verdict.
  public var isComplete: Bool { notRun.isEmpty }

  /// Whether every case ended as it was expected to, and every expectation held: what the exit status says.
  public var isAsExpected: Bool {
    isComplete && faults.isEmpty && staleExpectations.isEmpty && gaps.isEmpty
      && !verdicts.contains { [.failed, .errored, .unexpectedPass].contains($0.verdict) }
  }

  /// The features that the cases need and the implementation does not offer.
  package var lacking: Set<String> {
    Set(verdicts.flatMap(\.testCase.needs)).subtracting(implementation.features)
  }

  /// Of these, what the profile that was asked for does not promise: nothing is missing without them.
  package var excused: Set<String> {
    lacking.subtracting(selection.profile?.features.map(\.rawValue) ?? [])
  }
}

/// Why a run ended before all cases had a verdict.
package enum RunStop: String, Sendable, Hashable, CaseIterable {
  /// The run was interrupted.
  case interruption
  /// A case was not as expected, and no other was to be run then.
  case firstFailure = "first-failure"

  /// The same as the end of a sentence.
  package var reason: String {
    switch self {
    case .interruption: "because the run was interrupted"
    case .firstFailure: "because the run stopped at the first failure"
    }
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
