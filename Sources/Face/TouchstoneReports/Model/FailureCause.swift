import Formats
import OrderedCollections

import Touchstone
package import TouchstoneExplaining

/// Cases that are not as expected for the same reason: one explanation serves all of them.
package struct FailureCause {
  /// At least one; the first is explained.
  package let entries: [ReportEntry]

  /// The cause of these.
  package init(entries: [ReportEntry]) { self.entries = entries }

  /// The explanation of the first case, with the names of the others.
  package func explanation(
    requirements: [String: RequirementSummary],
    style: ConsoleStyle = .plain
  ) -> [String] {
    var lines = entries[0].explanation(requirements: requirements, style: style)
    let others = entries.dropFirst()
    if !others.isEmpty {
      let title = "The same in \(Plural.of(others.count, "other case"))"
      lines += ["", "  " + style.paint(title, .bold)]
      lines += others.map { "    " + terminalSafe($0.name) }
    }
    return lines
  }
}

extension Sequence<ReportEntry> {
  /// What is not as expected, by what is said of it, in the order of the first cases.
  var unexpectedBySymptom: OrderedDictionary<[String], [ReportEntry]> {
    OrderedDictionary(grouping: filter(\.verdict.isUnexpected), by: \.symptom)
  }
}

extension ReportEntry {
  /// What is said of the case, without what differs from case to case though the cause is the same: numbers of requests
  /// and places, moments and ids.
  var symptom: [String] {
    let details = Set(
      findings.map {
        unsafe $0.place.replacing(/\[\d+\]/, with: "[]") + " "
          + $0.message.replacing(Self.details, with: "…")
      }
    )
    return [verdict.rawValue, reason?.replacing(/\d+/, with: "…") ?? "", known ?? ""]
      + details.sorted()
  }

  nonisolated(unsafe) private static let details =
    /[+\-]?\d{4,9}-\d\d-\d\dT[0-9:.]+Z?|[0-9a-f]{24}/
}
