/// What a trail accounts for of a database, and what it does not.
package struct StateBalance: Sendable, Hashable {
  /// The database, as it was named.
  package var name: String
  /// The instant whose state it was taken for, in milliseconds since 1970; nil for the end of the trail.
  package var instant: Int64?
  /// The objects that agree, those that do not, and those that could not be compared.
  package var objects = Sum()
  /// The values of objects that both have.
  package var values = Sum()
  /// What has to be known besides.
  package var notes: [String] = []

  /// How much of something is accounted for.
  package struct Sum: Sendable, Hashable {
    /// What the trail and the database say alike.
    package var accounted = 0
    /// What they say differently.
    package var unaccounted = 0
    /// What could not be compared, by the reason.
    package var notComparable: [String: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// Counts something that could not be compared.
    package mutating func leaveOut(_ reason: String, _ count: Int = 1) {
      if count > 0 { notComparable[reason, default: 0] += count }
    }

    /// Adds what was counted elsewhere.
    package mutating func add(_ other: Sum) {
      accounted += other.accounted
      unaccounted += other.unaccounted
      for (reason, count) in other.notComparable { leaveOut(reason, count) }
    }

    /// How much could not be compared.
    package var left: Int { notComparable.values.reduce(0, +) }
    /// The reasons, the most frequent first.
    package var reasons: [(reason: String, count: Int)] {
      notComparable.map { (reason: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }
  }

  /// Nothing compared yet.
  package init(name: String, instant: Int64? = nil) { (self.name, self.instant) = (name, instant) }
}
