package import Touchstone

/// A feature that is known not to be offered, and why that is tolerated.
package struct MissingFeature: Sendable, Hashable {
  /// The feature.
  package var feature: String
  /// Why it is not offered, for those who read the file later.
  package var reason: String
  /// Where the entry stands; nil if it was never read from a file.
  package var location: TextLocation?

  /// What an entry says that has not been explained yet.
  package static let missingReason = "not explained yet: say why it is not offered"

  /// Whether it has still to be said why it is not offered.
  package var isUnexplained: Bool { reason == Self.missingReason }
}
