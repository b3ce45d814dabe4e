import Formats
import JSON

/// Tells how many different texts there are, without keeping them: a trail may have any number, of any length.
struct DistinctTexts: Sendable {
  /// How many are told apart, which takes up to 32 MiB.
  static let limit = 1 << 20

  private var hashes: Set<UInt64> = []
  private var isFull = false
  /// The one that was noted last: events that follow each other mostly share it.
  private var last: UInt64?

  mutating func note(_ text: Value) {
    var hash = StableHash()
    hash.add(textOf: text)
    let value = hash.value
    if value == last { return }
    last = value
    insert(value)
  }

  private mutating func insert(_ hash: UInt64) {
    guard hashes.count >= Self.limit, !hashes.contains(hash) else {
      hashes.insert(hash)
      return
    }
    isFull = true
  }

  var count: DistinctCount {
    var count = DistinctCount()
    count.count = hashes.count
    count.isLimited = isFull
    return count
  }

  // MARK: Parts

  var partial: JSON { ["hashes": .words(hashes.sorted()), "full": .bool(isFull)] }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    for hash in try reader.member("hashes").words() { insert(hash) }
    if try reader.member("full").bool() { isFull = true }
  }
}
