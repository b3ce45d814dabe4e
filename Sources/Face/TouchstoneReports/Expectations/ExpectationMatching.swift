import Formats
import Touchstone

/// Finds the cases that entries stand for, and the entries that stand for none, or for others than they say.
struct ExpectationMatching {
  /// The entry of each case that has one, by the full name of the case.
  private(set) var entries: [String: KnownFailure] = [:]
  /// The names that each entry stands for, in the order of the entries.
  private(set) var names: [[String]] = []
  /// What is wrong with the list itself.
  private(set) var faults: [SuiteFault] = []

  init(_ expectations: Expectations, in scope: ExpectationScope) {
    let offered = Set(scope.offered)
    for entry in expectations.entries {
      let matched: [String]
      if entry.count == nil {
        matched = offered.contains(entry.name) ? [entry.name] : []
      } else {
        let pattern = NamePattern(entry.name)
        matched = scope.offered.filter(pattern.matches)
      }
      names.append(matched)
      check(entry, matched, in: scope)
      for name in matched { claim(name, for: entry, isRun: scope.run.contains(name)) }
    }
  }

  private mutating func check(
    _ entry: KnownFailure,
    _ matched: [String],
    in scope: ExpectationScope
  ) {
    if matched.isEmpty {
      // Whether a name that no case has lies within the filter is told by the name itself.
      guard scope.covers(entry.name) else { return }
      return fault(
        entry,
        "\(entry.name.quoted) stands for no case: \(scope.absence(of: entry.name))"
      )
    }
    guard matched.contains(where: scope.run.contains) else { return }
    if let count = entry.count, matched.count != count {
      fault(
        entry,
        "\(entry.name.quoted) stands for \(matched.count) cases, not \(count): look at what was added or removed"
      )
    }
  }

  private mutating func claim(_ name: String, for entry: KnownFailure, isRun: Bool) {
    guard let other = entries[name] else {
      entries[name] = entry
      return
    }
    guard isRun else { return }
    fault(entry, "\(name) is covered by two entries, \(other.name.quoted) too: leave one of them")
  }

  private mutating func fault(_ entry: KnownFailure, _ message: String) {
    faults.append(SuiteFault(at: entry.location, message))
  }
}
