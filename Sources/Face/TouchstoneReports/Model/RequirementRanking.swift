import Touchstone
import TouchstoneExplaining

/// Which requirement is likely to be broken.
///
/// A case shows several, and what fails is often not the first of them. The whole run knows more: the cases of a broken
/// requirement fail together, and passing cases speak for the others.
struct RequirementRanking {
  private let scores: [String: Double]

  /// What the cases of a run say of their requirements: the number of those that are not as expected, times their share.
  init(_ entries: some Sequence<ReportEntry>) {
    var counts: [String: (failing: Double, passing: Double)] = [:]
    for entry in entries {
      for id in entry.requirements {
        if entry.verdict.isUnexpected {
          counts[id, default: (0, 0)].failing += 1
        } else if entry.verdict == .passed {
          counts[id, default: (0, 0)].passing += 1
        }
      }
    }
    scores = counts.compactMapValues { failing, passing in
      failing > 0 ? failing * failing / (failing + passing) : nil
    }
  }

  /// How likely it is that what a case fails of is broken.
  func score(of entry: ReportEntry) -> Double {
    entry.requirements.lazy.map { scores[$0, default: 0] }.max() ?? 0
  }

  /// The entries with the requirements of each, the likeliest first; what is as likely stays in its order.
  func ranked(_ entries: [ReportEntry]) -> [ReportEntry] {
    Self.descending(entries, by: score).map { entry in
      var entry = entry
      entry.requirements = Self.descending(entry.requirements) { scores[$0, default: 0] }
      return entry
    }
  }

  /// The causes, the likeliest first.
  func ranked(_ causes: [FailureCause]) -> [FailureCause] {
    Self.descending(causes) { score(of: $0.entries[0]) }
  }

  private static func descending<Element>(
    _ elements: [Element],
    by score: (Element) -> Double
  ) -> [Element] {
    elements.enumerated()
      .map { (offset: $0.offset, element: $0.element, score: score($0.element)) }
      .sorted { ($1.score, $0.offset) < ($0.score, $1.offset) }
      .map(\.element)
  }
}
