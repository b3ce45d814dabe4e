package import JSON
package import Touchstone

/// The verdict on one case as a report keeps it: enough to explain it without the suite at hand.
package struct ReportEntry: Sendable, Hashable {
  /// The full name of the case.
  package var name: String
  /// One sentence that says what happens in it.
  package var title: String
  /// How it ended.
  package var verdict: Verdict
  /// How binding it is.
  package var level: Level
  /// Ids of the requirements that it shows.
  package var requirements: [String]
  /// The file and line of the case.
  package var location: TextLocation
  /// The configuration and the classes, as lines.
  package var setting: [String]
  /// What is there before the case begins, as lines.
  package var given: [String]
  /// What happens, as lines.
  package var steps: [String]
  /// Which of those lines tell a step that a finding is about.
  package var failing: [Int] = []
  /// What is usually wrong when it fails as it did, as lines.
  package var notes: [String]
  /// The `expect` of the case.
  package var expected: JSON
  /// The answer of the implementation; nil if there was none, or one too large to keep.
  package var actual: JSON?
  /// The length of an answer that was too large to keep, in bytes.
  package var omittedLength: Int?
  /// What differs.
  package var findings: [Finding]
  /// Why there is no verdict on the merits.
  package var reason: String?
  /// Why the case was expected to fail, if it was.
  package var known: String?
  /// The end of what the implementation wrote to its log while the case ran, if it did not pass.
  package var log: String?
  /// How long the case ran.
  package var seconds: Double
  /// The expected trail beside the actual one, where there is one.
  package var rows: [ComparisonRow]

  /// A verdict of which nothing is known but what every one has.
  package init(
    name: String,
    title: String,
    verdict: Verdict,
    level: Level,
    requirements: [String],
    location: TextLocation,
    expected: JSON,
    seconds: Double
  ) {
    self.name = name
    self.title = title
    self.verdict = verdict
    self.level = level
    self.requirements = requirements
    self.location = location
    self.expected = expected
    self.seconds = seconds
    (setting, given, steps, notes, findings, rows) = ([], [], [], [], [], [])
  }
}
