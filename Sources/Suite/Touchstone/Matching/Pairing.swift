/// Pairs the members of two sets that fit each other, as many as can be.
///
/// Taking the first that fits is not enough: `{"$$type": "string"}` may take the only `"a"` that an expected
/// `"a"` needs. Hence bipartite matching along augmenting paths.
struct Pairing {
  /// How many pairs may be tried, so that the table stays small.
  static let limit = 250_000

  /// For each on the left, its partner on the right.
  private(set) var partners: [Int?]
  private var owners: [Int?]

  /// Pairs as many as possible.
  ///
  /// `fits` says for each on the left which on the right it fits. The `required` ones on the left come first: all of
  /// them get a partner if that is possible at all.
  init(fits: [[Bool]], rightCount: Int, required: [Int]) {
    partners = Array(repeating: nil, count: fits.count)
    owners = Array(repeating: nil, count: rightCount)
    for left in required {
      var seen = [Bool](repeating: false, count: rightCount)
      Self.pair(left, &seen, &partners, &owners) { fits[$0][$1] }
    }
    // From the right: who has a partner by now keeps one, so the required ones stay served.
    for right in owners.indices where owners[right] == nil {
      var seen = [Bool](repeating: false, count: fits.count)
      Self.pair(right, &seen, &owners, &partners) { fits[$1][$0] }
    }
  }

  /// Those on the right without a partner.
  var leftOver: [Int] { owners.indices.filter { owners[$0] == nil } }

  /// Finds one of the other side for one of this, and other partners for those that have to give theirs away.
  @discardableResult
  private static func pair(
    _ one: Int,
    _ seen: inout [Bool],
    _ partners: inout [Int?],
    _ others: inout [Int?],
    _ fits: (Int, Int) -> Bool
  ) -> Bool {
    for other in others.indices where fits(one, other) && !seen[other] {
      seen[other] = true
      if let former = others[other], !pair(former, &seen, &partners, &others, fits) { continue }
      partners[one] = other
      others[other] = one
      return true
    }
    return false
  }
}
