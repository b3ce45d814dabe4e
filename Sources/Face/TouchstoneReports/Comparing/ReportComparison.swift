package import Touchstone
import TouchstoneExplaining

/// What changed from one report to another, and whether anything got worse.
package struct ReportComparison: Sendable {
  /// One case that is not as it was.
  package struct Change: Sendable, Hashable {
    /// The full name of the case.
    package var name: String
    /// Its verdict in the first report; nil if it is not there.
    package var before: Verdict?
    /// Its verdict in the second report; nil if it is not there.
    package var after: Verdict?
    /// What the second report says of it, in one line.
    package var words: String
  }

  /// A kind of change, from what matters most to what matters least.
  package enum Kind: String, Sendable, CaseIterable {
    case newlyFailing = "newly failing"
    case untested = "no longer tested"
    case gone = "gone"
    case newlyPassing = "newly passing"
    case tested = "newly tested, and failing"
    case different = "failing in another way"
    case appeared = "appeared"
  }

  /// The changes of each kind that there are, in the order of the reports.
  package let changes: [Kind: [Change]]
  /// What makes the reports hard to compare: another edition, class or selection.
  package let differences: [String]
  /// The cases whose change makes the second report the worse one.
  package let worse: Int
  let before: ReportFile
  let after: ReportFile

  /// Compares two reports, the older one first.
  package init(_ before: ReportFile, _ after: ReportFile) {
    self.before = before
    self.after = after
    differences = Self.differences(before, after)
    let old = Dictionary(before.entries.map { ($0.name, $0) }) { first, _ in first }
    let new = Set(after.entries.map(\.name))
    var changes: [Kind: [Change]] = [:]
    for entry in after.entries {
      guard let kind = Self.kind(from: old[entry.name], to: entry) else { continue }
      changes[kind, default: []].append(
        Change(
          name: entry.name,
          before: old[entry.name]?.verdict,
          after: entry.verdict,
          words: entry.merit == .passing ? "" : entry.summary
        )
      )
    }
    for entry in before.entries where !new.contains(entry.name) {
      changes[.gone, default: []].append(
        Change(name: entry.name, before: entry.verdict, after: nil, words: "")
      )
    }
    self.changes = changes
    let lost = changes[.gone, default: []].count { $0.before?.merit == .passing }
    worse = changes[.newlyFailing, default: []].count + changes[.untested, default: []].count + lost
  }

  private static func kind(from old: ReportEntry?, to new: ReportEntry) -> Kind? {
    guard let old else { return .appeared }
    switch (old.merit, new.merit) {
    case (.passing, .failing): return .newlyFailing
    case (.untested, .failing): return .tested
    case (.passing, .untested), (.failing, .untested): return .untested
    case (.failing, .passing), (.untested, .passing): return .newlyPassing
    case (.failing, .failing):
      let isSame =
        (old.verdict == .errored) == (new.verdict == .errored) && old.findings == new.findings
      return isSame ? nil : .different
    case (.passing, .passing), (.untested, .untested): return nil
    }
  }

  private static func differences(_ before: ReportFile, _ after: ReportFile) -> [String] {
    let (old, new) = (before.selection, after.selection)
    let facts: [(String, String, String)] = [
      ("class", old.conformanceClass, new.conformanceClass), ("edition", old.edition, new.edition),
      ("profile", old.profile?.rawValue ?? "none", new.profile?.rawValue ?? "none"),
      ("filter", words(old.filters), words(new.filters)),
      ("filter of what is left out", words(old.exclusions), words(new.exclusions)),
      ("report of failures", old.earlier?.report ?? "none", new.earlier?.report ?? "none"),
      ("folder of cases", old.folder ?? "none", new.folder ?? "none"),
    ]
    return facts.filter { $0.1 != $0.2 }.map { "the \($0.0) was \($0.1), and is \($0.2)" }
  }

  private static func words(_ patterns: [String]) -> String {
    patterns.isEmpty ? "none" : patterns.joined(separator: ", ")
  }
}

/// What a verdict says of the implementation, whatever was expected of it.
enum Merit {
  case passing, failing, untested
}

extension Verdict {
  var merit: Merit {
    switch self {
    case .passed, .unexpectedPass: .passing
    case .failed, .errored, .knownFailure: .failing
    case .unsupported: .untested
    }
  }
}

extension ReportEntry {
  fileprivate var merit: Merit { verdict.merit }
}
