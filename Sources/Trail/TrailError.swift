/// Why a trail could not be checked at all.
public struct TrailError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public let description: String

  /// An error in words for people.
  public init(_ description: String) { self.description = description }
}
