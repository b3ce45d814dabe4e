/// Why a trail could not be checked at all.
package struct TrailError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package let description: String

  /// An error in words for people.
  package init(_ description: String) { self.description = description }
}
