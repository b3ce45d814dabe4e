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
  private let fits: [[Bool]]

  /// Pairs as many as possible.
  ///
  /// `fits` says for each on the left which on the right it fits. The `required` ones on the left come first: all of
  /// them get a partner if that is possible at all.
  init(fits: [[Bool]], rightCount: Int, required: [Int]) {
    self.fits = fits
    partners = Array(repeating: nil, count: fits.count)
    owners = Array(repeating: nil, count: rightCount)
    for left in required {
      var seen = [Bool](repeating: false, count: rightCount)
      findPartner(for: left, &seen)
    }
    // From the right: who has a partner by now keeps one, so the required ones stay served.
    for right in owners.indices where owners[right] == nil {
      var seen = [Bool](repeating: false, count: fits.count)
      findOwner(for: right, &seen)
    }
  }

  /// Those on the right without a partner.
  var leftOver: [Int] { owners.indices.filter { owners[$0] == nil } }

  @discardableResult
  private mutating func findPartner(for left: Int, _ seen: inout [Bool]) -> Bool {
    for right in owners.indices where fits[left][right] && !seen[right] {
      seen[right] = true
      if let owner = owners[right], !findPartner(for: owner, &seen) { continue }
      partners[left] = right
      owners[right] = left
      return true
    }
    return false
  }

  @discardableResult
  private mutating func findOwner(for right: Int, _ seen: inout [Bool]) -> Bool {
    for left in partners.indices where fits[left][right] && !seen[left] {
      seen[left] = true
      if let partner = partners[left], !findOwner(for: partner, &seen) { continue }
      partners[left] = right
      owners[right] = left
      return true
    }
    return false
  }
}
