import TrailCheck
import TrailReading

/// What came of a check.
///
/// ```swift
/// let outcome = try Trail(recorder.events).check(schema, with: DatabaseState(path: "clinic.sqlite"))
/// outcome.isSound                         // true
/// outcome.counts[.stateDiffers]           // nil
/// outcome.balance?.values.accounted       // 42
/// ```
public struct TrailOutcome: Sendable, Hashable {
  /// What was found: errors first, then by code and place.
  ///
  /// Of each code no more are kept than were asked for.
  public let findings: [Finding]
  /// How many findings of each code there are, whether they were kept or not.
  public let counts: [Finding.Code: Int]
  /// How many documents were read.
  public let documents: Int
  /// How far the trail accounts for a database; nil if it was not compared with one.
  public let balance: Balance?

  /// Whether there is no error.
  public var isSound: Bool { !findings.contains { $0.level == .error } }

  /// How far a trail accounts for a database.
  public struct Balance: Sendable, Hashable {
    /// How many objects, and values of objects.
    public let objects, values: Sum
    /// What has to be known besides, such as a log beside the database that was not read.
    public let notes: [String]

    /// How much of something is accounted for.
    public struct Sum: Sendable, Hashable {
      /// What the trail and the database say alike.
      public let accounted: Int
      /// What they say differently.
      public let unaccounted: Int
      /// What could not be compared, by the reason.
      public let notComparable: [String: Int]

      init(_ sum: StateBalance.Sum) {
        (accounted, unaccounted, notComparable) = (
          sum.accounted, sum.unaccounted, sum.notComparable
        )
      }
    }

    init(_ balance: StateBalance) {
      (objects, values, notes) = (Sum(balance.objects), Sum(balance.values), balance.notes)
    }
  }

  init(_ summary: FindingSummary, documents: Int, _ balance: StateBalance?) {
    findings = summary.kinds.flatMap { summary.examples(of: $0).map(Finding.init) }
    var counts: [Finding.Code: Int] = [:]
    for (kind, count) in summary.counts {
      counts[Finding.Code(rawValue: kind.code.rawValue), default: 0] += count
    }
    (self.counts, self.documents, self.balance) = (counts, documents, balance.map(Balance.init))
  }
}
