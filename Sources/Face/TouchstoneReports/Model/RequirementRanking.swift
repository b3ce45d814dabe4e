import Touchstone
import TouchstoneExplaining

/// Which requirement is likely to be broken.
///
/// A case shows several, and what fails is often not the first of them. The whole run knows more: the cases of a broken
/// requirement fail together, and passing cases speak for the others. And where the form of values tells what they break,
/// that is more than likely.
struct RequirementRanking {
  private let scores: [String: Double]
  /// Those that the form of a value breaks in half of the failing cases or more.
  private let evident: Set<String>

  /// What the cases of a run say of their requirements: the number of those that are not as expected, times their share.
  init(_ entries: some Sequence<ReportEntry>) {
    var counts: [String: (failing: Double, passing: Double)] = [:]
    var (failing, broken) = (0, [String: Int]())
    for entry in entries {
      if entry.verdict.isUnexpected {
        failing += 1
        for id in entry.brokenForms { broken[id, default: 0] += 1 }
      }
      for id in entry.requirements {
        if entry.verdict.isUnexpected {
          counts[id, default: (0, 0)].failing += 1
        } else if entry.verdict == .passed {
          counts[id, default: (0, 0)].passing += 1
        }
      }
    }
    let evident = Set(broken.filter { $0.value * 2 >= failing }.keys)
    self.evident = evident
    scores = counts.compactMapValues { failing, passing in
      failing > 0 ? failing * failing / (failing + passing) : nil
    }.merging(broken.filter { evident.contains($0.key) }.mapValues { 1e9 + Double($0) }) { $1 }
  }

  /// How likely it is that what a case fails of is broken.
  func score(of entry: ReportEntry) -> Double {
    requirements(of: entry).lazy.map { scores[$0, default: 0] }.max() ?? 0
  }

  /// The entries with the requirements of each, the likeliest first; what is as likely stays in its order.
  func ranked(_ entries: [ReportEntry]) -> [ReportEntry] {
    Self.descending(entries, by: score).map { entry in
      var entry = entry
      entry.requirements = Self.descending(requirements(of: entry)) { scores[$0, default: 0] }
      return entry
    }
  }

  /// Those that a case shows, and evident ones that its answer breaks beside.
  private func requirements(of entry: ReportEntry) -> [String] {
    entry.requirements
      + entry.brokenForms.filter { evident.contains($0) && !entry.requirements.contains($0) }
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

extension ReportEntry {
  /// The requirements that the forms of its answer's values break, each once.
  fileprivate var brokenForms: [String] { Set(findings.compactMap(\.requirement)).sorted() }
}
