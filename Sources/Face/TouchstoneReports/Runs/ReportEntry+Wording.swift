import Touchstone
import TouchstoneExplaining

extension ReportEntry {
  /// The parts of the name before the first slash, between the slashes, and after the last one.
  package var nameParts: (chapter: String, group: String, id: String) {
    let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return (name, "", name) }
    return (String(parts[0]), String(parts[1]), String(parts[2]))
  }

  /// Why it is not as expected, in one line: the reason, or the first finding and the number of the others.
  package var summary: String {
    if verdict == .unexpectedPass {
      return "passes, although it is listed as a known failure" + (known.map { ": " + $0 } ?? "")
    }
    if let reason { return reason }
    guard let first = findings.first else { return verdict.rawValue }
    return first.line + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
  }
}

extension Verdict {
  /// The word in a sentence that counts cases.
  package var word: String {
    switch self {
    case .knownFailure: "known"
    case .unexpectedPass: "unexpected passes"
    default: rawValue
    }
  }
}
