/// How a case ended.
///
/// Every selected case ends as exactly one of these.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  case passed, failed, errored, unsupported
  case knownFailure = "known-failure"
  case unexpectedPass = "unexpected-pass"
}

/// One difference between what a case expects and what happened.
public struct Finding: Sendable, Hashable {
  /// Where, such as `events[0].data.value[0].office` or `steps[2].returns`.
  public var place: String
  /// What, such as `expected "62b4…4f", found an object`.
  public var message: String

  /// A difference at a place.
  package init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  /// The place and what is wrong there.
  package var line: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// The verdict on one case with all that explains it.
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
