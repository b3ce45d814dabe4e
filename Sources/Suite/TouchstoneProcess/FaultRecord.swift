/// Sentences about what no case is to blame for: the first few, and how many more there were.
struct FaultRecord {
  private static let limit = 10

  private var first: [String] = []
  private var count = 0

  mutating func append(_ sentence: String) {
    count += 1
    if first.count < Self.limit { first.append(sentence) }
  }

  var sentences: [String] {
    count > first.count ? first + ["and \(count - first.count) more such faults"] : first
  }
}
