/// A failure that is known: which case it concerns, or which cases, and why it is tolerated.
public struct KnownFailure: Sendable, Hashable {
  /// The full name of a case, or a pattern with ``count``.
  public var name: String
  /// For how many cases a pattern stands; nil if the name is that of one case.
  public var count: Int?
  /// Why the case fails, for those who read the file later.
  public var reason: String
  /// Where the entry stands; nil if it was never read from a file.
  public var location: TextLocation?

  /// An entry for one case, or with a count for those that fit a pattern.
  public init(name: String, count: Int? = nil, reason: String, location: TextLocation? = nil) {
    self.name = name
    self.count = count
    self.reason = reason
    self.location = location
  }

  /// What an entry says that nobody has explained yet.
  public static let missingReason = "not explained yet: say why this case fails"

  /// Whether somebody has still to say why the case fails.
  public var isUnexplained: Bool { reason == Self.missingReason }
}
