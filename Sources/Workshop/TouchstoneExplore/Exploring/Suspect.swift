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
  ///
  /// A suspect may break several requirements. Those that a program is not about are named only if no suspect breaks any
  /// that it is about.
  func explanation(of difference: Difference, by suspects: [Suspect]) async -> [String] {
    guard let result = difference.verdict.result, case .completed = result else { return [] }
    let isAbout = Coverage.subjects(of: difference.testCase)
    var counts: [String: Int] = [:]
    var others: [String: Int] = [:]
    for suspect in suspects {
      guard await answers(suspect.make(), like: result, to: difference.program) else { continue }
      for id in suspect.requirements {
        if isAbout(id) { counts[id, default: 0] += 1 } else { others[id, default: 0] += 1 }
      }
    }
    if counts.isEmpty { counts = others }
    let ids = counts.keys.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    return Array(ids.prefix(6))
  }
}
