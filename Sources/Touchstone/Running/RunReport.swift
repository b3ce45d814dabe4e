public import JSON

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

  /// The form of Spec, "Machine-readable outputs".
  public var json: JSON {
    let run: JSON = [
      "implementation": implementation.json, "edition": .string(selection.edition),
      "selection": selection.json, "start": .string(started.description),
      "end": .string(ended.description), "complete": true,
    ]
    return ["run": run, "verdicts": .array(verdicts.map(\.json)), "summary": summary.json]
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

  var json: JSON {
    var object: JSONObject = ["selected": .int(Int64(selected))]
    for verdict in Verdict.allCases { object[verdict.rawValue] = .int(Int64(self[verdict])) }
    return .object(object)
  }
}

extension ImplementationInfo {
  fileprivate var json: JSON {
    [
      "name": .string(name), "version": .string(version), "language": .string(language),
      "editions": .array(editions.map(JSON.string)), "classes": .array(classes.map(JSON.string)),
      "features": .array(features.map(JSON.string)),
    ]
  }
}

extension RunSelection {
  fileprivate var json: JSON {
    var object: JSONObject = ["class": .string(conformanceClass), "edition": .string(edition)]
    object["filter"] = filter.map(JSON.string)
    object["cases"] = folder.map(JSON.string)
    return .object(object)
  }
}

extension CaseVerdict {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "case": .string(testCase.name), "verdict": .string(verdict.rawValue),
      "level": .string(testCase.level.rawValue),
      "requirements": .array(testCase.requirements.map(JSON.string)),
      "findings": .array(
        findings.map { ["place": .string($0.place), "message": .string($0.message)] }
      ),
      "seconds": .double(seconds),
    ]
    object["reason"] = reason.map(JSON.string)
    return .object(object)
  }

  /// To the microsecond: what is finer is noise.
  private var seconds: Double {
    let (whole, fraction) = duration.components
    return Double(whole) + Double(fraction / 1_000_000_000_000) / 1_000_000
  }
}
