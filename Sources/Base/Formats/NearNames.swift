/// Finds which name a mistyped one may have meant.
package enum NearNames {
  /// At most this many are suggested.
  private static let limit = 3
  /// Longer words are compared no further than this.
  private static let lengthLimit = 120

  /// ` (did you mean "scopes"?)`, or nothing.
  package static func hint(for name: String, among names: some Sequence<String>) -> String {
    let near = suggestions(for: name, among: names).map(\.quoted)
    guard let last = near.last else { return "" }
    let others = near.dropLast().joined(separator: ", ")
    return " (did you mean \(others.isEmpty ? last : others + " or " + last)?)"
  }

  /// The nearest names, the best first.
  static func suggestions(for name: String, among names: some Sequence<String>) -> [String] {
    let word = Array(name.lowercased().utf8.prefix(lengthLimit))
    let tolerance = word.count < 4 ? 1 : max(2, word.count / 4)
    let ranked = names.compactMap { candidate -> (distance: Int, name: String)? in
      let other = Array(candidate.lowercased().utf8.prefix(lengthLimit))
      guard abs(other.count - word.count) <= tolerance else { return nil }
      let distance = editDistance(word, other)
      return distance <= tolerance ? (distance, candidate) : nil
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(
      \.name
    )
  }

  /// How many bytes must be put in, left out, replaced or swapped with their neighbour.
  private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          last[column] + (byte == other ? 0 : 1),
          last[column + 1] + 1,
          current[column] + 1
        )
        if row > 0, column > 0, byte == right[column - 1], other == left[row - 1] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
