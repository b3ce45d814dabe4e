/// How a case ended.
///
/// Every selected case ends as exactly one of these.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  case passed, failed, errored, unsupported
  case knownFailure = "known-failure"
  case unexpectedPass = "unexpected-pass"
}

/// The verdict on one case with all that explains it.
///
/// ```swift
/// let report = try await Runner().run(suite.cases, on: MyRecorder())
/// for verdict in report.verdicts where verdict.verdict == .failed {
///   print(verdict.testCase.name, verdict.findings)
/// }
/// ```
public struct CaseVerdict: Sendable {
  /// What was run.
  public var testCase: Case
  /// How it ended.
  public var verdict: Verdict
  /// What differs, at most a readable number of places.
  public var findings: [Finding] = []
  /// What the implementation answered; nil if it did not.
  public var result: CaseResult?
  /// Wall time from request to answer.
  public var duration = Duration.zero
  /// Why there is no verdict on the merits: what kept the implementation from answering, or what it lacks.
  public var reason: String?
  /// Why the case was expected to fail, if it was.
  package var known: String?
  /// The end of what the implementation wrote to its log while the case ran; kept only if it did not pass.
  package var log: String?
  /// The trail against the expected one, where it came to a trail.
  package var trail: Comparison?
  /// The length of an answer that is not kept, because it is large and as expected.
  package var omittedLength: Int?
}
