import JSON

/// The cases and the requirements they show: what an implementation is judged by.
public struct Suite: Sendable {
  /// The cases, in the order of the chapters in the specification, then by name.
  public internal(set) var cases: [Case]
  /// The requirements of the specification by id.
  public internal(set) var requirements: [String: Requirement]
  /// What became of names that cases had once.
  public internal(set) var retired: [RetiredCase]

  /// A suite of these cases as they stand.
  public init(
    cases: [Case],
    requirements: [String: Requirement] = [:],
    retired: [RetiredCase] = []
  ) {
    self.cases = cases
    self.requirements = requirements
    self.retired = retired
  }
}

/// The forwarding entry of a case that was renamed or withdrawn.
public struct RetiredCase: Sendable, Hashable {
  /// The full name it had.
  public var name: String
  /// The full name of the case that shows the same now.
  public var successor: String?
  /// Why it is gone, where nothing replaces it.
  public var reason: String?

  /// An entry for that name.
  public init(name: String, successor: String? = nil, reason: String? = nil) {
    self.name = name
    self.successor = successor
    self.reason = reason
  }
}
