import Touchstone
import TouchstoneExplaining

/// Which requirement is likely to be broken.
///
/// A case shows several, and what fails is often not the first of them. The whole run knows more: the cases of a broken
/// requirement fail together, those of others pass, and where a violator breaks a requirement the same cases fail. And
/// where a finding names what a value breaks, that is more than likely.
struct RequirementRanking {
  /// How likely it is that a requirement is broken; a later part counts where the earlier ones are equal.
  struct Rank: Comparable {
    /// Whether findings of half of the failing cases that have findings, or more, name it.
    var isEvident = false
    /// How much the failing cases are its cases, those that fail where it is broken on purpose, and those whose findings
    /// name it, and a quarter of how many of them are its cases: from 0 to 3.25.
    var score = 0.0

    static func < (left: Rank, right: Rank) -> Bool {
      left.isEvident == right.isEvident ? left.score < right.score : right.isEvident
    }
  }

  private var ranks: [String: Rank] = [:]

  /// What the judged cases of a run say of their requirements, and the likeness of what fails to what fails elsewhere.
  init(_ entries: some Collection<ReportEntry>, likeness: [String: Double] = [:]) {
    let telling = entries.tellingFailures
    var cases: [String: Set<String>] = [:]
    var failing = Set<String>()
    var naming: [String: Int] = [:]
    var withFindings = 0
    for entry in entries where entry.verdict.isUnexpected || entry.verdict == .passed {
      if entry.verdict.isUnexpected, !telling.contains(entry.name) { continue }
      for id in entry.blamed { cases[id, default: []].insert(entry.name) }
      guard entry.verdict.isUnexpected else { continue }
      failing.insert(entry.name)
      if !entry.findings.isEmpty { withFindings += 1 }
      for id in entry.namedByFindings { naming[id, default: 0] += 1 }
    }
    for (id, own) in cases where !failing.isDisjoint(with: own) {
      // Cases of it that pass say less against it than failing ones that are not its own: a mistake rarely shows everywhere.
      let explained = Double(failing.intersection(own).count) / Double(failing.count)
      ranks[id] = Rank(
        score: Fingerprint.likeness(failing, own) + likeness[id, default: 0] + explained / 4
      )
    }
    for (id, count) in naming {
      ranks[id, default: Rank()].isEvident = count * 2 >= withFindings
      ranks[id]?.score += Double(count) / Double(withFindings)
    }
  }

  /// How likely it is that what a case fails of is broken.
  func rank(of entry: ReportEntry) -> Rank {
    requirements(of: entry).compactMap { ranks[$0] }.max() ?? Rank()
  }

  /// The entries with the requirements of each, the likeliest first; what is as likely stays in its order.
  func ranked(_ entries: [ReportEntry]) -> [ReportEntry] {
    Self.descending(entries, by: rank).map { entry in
      var entry = entry
      entry.requirements = Self.descending(requirements(of: entry)) { ranks[$0] ?? Rank() }
      return entry
    }
  }

  /// Those that a case shows, and evident ones that its answer breaks beside.
  private func requirements(of entry: ReportEntry) -> [String] {
    entry.requirements
      + entry.namedByFindings.filter {
        ranks[$0]?.isEvident == true && !entry.requirements.contains($0)
      }
  }

  /// The causes, the likeliest first.
  func ranked(_ causes: [FailureCause]) -> [FailureCause] {
    Self.descending(causes) { rank(of: $0.entries[0]) }
  }

  private static func descending<Element>(
    _ elements: [Element],
    by rank: (Element) -> Rank
  ) -> [Element] {
    elements.enumerated()
      .map { (offset: $0.offset, element: $0.element, rank: rank($0.element)) }
      .sorted { $0.rank == $1.rank ? $0.offset < $1.offset : $0.rank > $1.rank }
      .map(\.element)
  }
}

extension Collection<ReportEntry> {
  /// The names of the cases that are not as expected and tell what is broken.
  ///
  /// One of chapter Limits that had no answer tells less than any other: a busy machine is slow as well, and a recorder that
  /// breaks down with few objects does so with thousands.
  var tellingFailures: Set<String> {
    let failing = filter(\.verdict.isUnexpected)
    let telling = failing.filter { $0.verdict != .errored || !$0.name.hasPrefix("limits/") }
    return Set((telling.isEmpty ? failing : telling).map(\.name))
  }
}

extension ReportEntry {
  /// The requirements that its findings name, each once.
  fileprivate var namedByFindings: [String] { Set(findings.compactMap(\.requirement)).sorted() }

  /// Those of its requirements that its findings name, or all where they name none of them.
  fileprivate var blamed: [String] {
    let named = Set(namedByFindings).intersection(requirements)
    return named.isEmpty ? requirements : named.sorted()
  }
}
