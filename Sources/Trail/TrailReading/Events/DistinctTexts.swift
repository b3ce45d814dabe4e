package import Formats

/// Tells how many different texts there are, without keeping them: a trail may have any number, of any length.
package struct DistinctTexts: Sendable {
  /// How many are told apart, which takes up to 32 MiB.
  static let limit = 1 << 20

  private var hashes: Set<UInt64> = []
  private var isFull = false
  /// Those that were noted lately, by the bytes they are spelled with: most events share them.
  private var recent = Array(repeating: UInt64(0), count: 256)

  package init() {}

  @inline(__always)
  package mutating func note(_ text: Value) {
    guard let content = text.content else { return }
    // Zero is a place that is free.
    let spelling = ByteWords.hash(content.start, count: content.count) | 1
    let place = Int(truncatingIfNeeded: spelling >> 56)
    if recent[place] == spelling { return }
    recent[place] = spelling
    insert(text)
  }

  @inline(never)
  private mutating func insert(_ text: Value) {
    var hash = StableHash()
    hash.add(textOf: text)
    insert(hash.value)
  }

  private mutating func insert(_ hash: UInt64) {
    guard hashes.count >= Self.limit, !hashes.contains(hash) else {
      hashes.insert(hash)
      return
    }
    isFull = true
  }

  package var count: DistinctCount {
    var count = DistinctCount()
    count.count = hashes.count
    count.isLimited = isFull
    return count
  }

  // MARK: Parts

  package mutating func take(_ part: DistinctTexts) {
    for hash in part.hashes { insert(hash) }
    if part.isFull { isFull = true }
  }

}

extension DistinctTexts: JSONItem {
  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    var words = fields.areRead ? [] : hashes.sorted()
    try fields.words("hashes", &words)
    try fields("full", &isFull)
    if fields.areRead { for hash in words { insert(hash) } }
  }
}

/// How many different texts there are, as far as they are told apart.
package struct DistinctCount: Sendable, Hashable {
  /// How many there are, at least.
  package var count = 0
  /// Whether there may be more.
  package var isLimited = false

  /// None.
  package init() {}
}
