import Foundation

/// One way to get the answers to all requests, and how quick it was in each round.
final class Side {
  let name: String
  private let body: () async throws -> Void
  private(set) var seconds: [Double] = []

  init(_ name: String, _ body: @escaping () async throws -> Void) {
    self.name = name
    self.body = body
  }

  func measure(counts: Bool) async throws {
    let elapsed = try await ContinuousClock().measure { try await body() }
    if counts { seconds.append(elapsed / .seconds(1)) }
  }

  /// Cases a second in the median of the rounds.
  func median(_ count: Int) -> Double { Double(count) / seconds.sorted()[seconds.count / 2] }

  /// Cases a second in the best round: what other programs do can only make it slower.
  func best(_ count: Int) -> Double { Double(count) / (seconds.min() ?? 0) }

  /// How quick it was compared with another side in the same round: the median, the middle half, and the best round of
  /// one against the best of the other.
  func ratio(to other: Side) -> String {
    let ratios = zip(seconds, other.seconds).map { $1 / $0 }.sorted()
    let count = ratios.count
    return String(
      format: "**%.2f** (%.2f–%.2f, best %.2f)",
      ratios[count / 2],
      ratios[count / 4],
      ratios[count * 3 / 4],
      best(1) / other.best(1)
    )
  }
}
