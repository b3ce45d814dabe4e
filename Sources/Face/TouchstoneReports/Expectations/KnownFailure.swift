package import Touchstone

/// A failure that is known: which case it concerns, or which cases, and why it is tolerated.
package struct KnownFailure: Sendable, Hashable {
  /// The full name of a case, or a pattern with ``count``.
  package var name: String
  /// For how many cases a pattern stands; nil if the name is that of one case.
  package var count: Int?
  /// Whether the cases are answered with "unsupported" although all that they need is on offer.
  package var isUnsupported = false
  /// Why the case fails, for those who read the file later.
  package var reason: String
  /// Where the entry stands; nil if it was never read from a file.
  package var location: TextLocation?

  /// What an entry says that has not been explained yet.
  package static let missingReason = "not explained yet: say why this case fails"

  /// Whether it has still to be said why the case fails.
  package var isUnexplained: Bool { reason == Self.missingReason }

  /// Whether the entry tells of such a verdict.
  func covers(_ verdict: Verdict) -> Bool { (verdict == .unsupported) == isUnsupported }
}
