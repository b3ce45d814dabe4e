package import Touchstone

/// A model with one fault, which tells what a difference is about: an implementation that answers like it breaks the same
/// requirements.
package struct Suspect: Sendable {
  package let requirements: [String]
  package let make: @Sendable () -> any Implementation

  /// A model that breaks these requirements.
  package init(
    breaking requirements: [String],
    _ make: @escaping @Sendable () -> any Implementation
  ) {
    (self.requirements, self.make) = (requirements, make)
  }
}

extension Duel {
  /// The requirements whose breaking explains an answer, those first that most suspects break; none if no suspect answers
  /// like this.
  func explanation(of difference: Difference, by suspects: [Suspect]) async -> [String] {
    guard let result = difference.verdict.result, case .completed = result else { return [] }
    var counts: [String: Int] = [:]
    for suspect in suspects {
      guard await answers(suspect.make(), like: result, to: difference.program) else { continue }
      for id in suspect.requirements { counts[id, default: 0] += 1 }
    }
    let ids = counts.keys.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    return Array(ids.prefix(6))
  }
}
