public import JSON

/// The verdict on one case as a report keeps it: enough to explain it without the suite at hand.
public struct ReportEntry: Sendable, Hashable {
  /// The full name of the case.
  public var name: String
  /// One sentence that says what happens in it.
  public var title: String
  /// How it ended.
  public var verdict: Verdict
  /// How binding it is.
  public var level: Level
  /// Ids of the requirements that it shows.
  public var requirements: [String]
  /// The file and line of the case.
  public var location: TextLocation
  /// The configuration and the classes, as lines.
  public var setting: [String]
  /// What is there before the case begins, as lines.
  public var given: [String]
  /// What happens, as lines.
  public var steps: [String]
  /// What is usually wrong when it fails, as lines.
  public var notes: [String]
  /// The `expect` of the case.
  public var expected: JSON
  /// The answer of the implementation; nil if there was none, or one too large to keep.
  public var actual: JSON?
  /// The length of an answer that was too large to keep, in bytes.
  public var omittedLength: Int?
  /// What differs.
  public var findings: [Finding]
  /// Why there is no verdict on the merits.
  public var reason: String?
  /// Why the case was expected to fail, if it was.
  public var known: String?
  /// The end of what the implementation wrote to its log while the case ran, if it did not pass.
  public var log: String?
  /// How long the case ran.
  public var seconds: Double
  /// The expected trail beside the actual one, where there is one.
  var rows: [ComparisonRow]

  /// The parts of the name before the first slash, between the slashes, and after the last one.
  var nameParts: (chapter: String, group: String, id: String) {
    let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return (name, "", name) }
    return (String(parts[0]), String(parts[1]), String(parts[2]))
  }

  /// Why it is not as expected, in one line: the reason, or the first finding and the number of the others.
  var summary: String {
    if verdict == .unexpectedPass {
      return "passes, although it is listed as a known failure" + (known.map { ": " + $0 } ?? "")
    }
    if let reason { return reason }
    guard let first = findings.first else { return verdict.rawValue }
    return first.line + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
  }
}

extension Finding {
  /// The place and what is wrong there.
  var line: String { place.isEmpty ? message : "\(place): \(message)" }
}
