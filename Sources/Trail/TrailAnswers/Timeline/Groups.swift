/// Rows that are gathered by what they are about: trails are untrusted, and there is room for a bounded number.
struct Groups<Key: Hashable, Value> {
  private(set) var entries: [Key: Value] = [:]
  private(set) var dropped = 0
  private let limit: Int

  init(limit: Int = 500_000) { self.limit = limit }

  mutating func update(
    _ key: Key,
    _ make: () -> Value,
    change: (inout Value) -> Void
  ) {
    guard entries[key] != nil || entries.count < limit else {
      dropped += 1
      return
    }
    change(&entries[key, default: make()])
  }

  /// What is left out, if anything is.
  var remark: String? {
    dropped == 0
      ? nil
      : "\(dropped) events belong to rows beyond \(limit), which are left out: filter, to see them"
  }
}

extension Dictionary where Value == Int {
  /// Counts a name within a row; beyond a thousand, new ones are left out.
  mutating func count(_ name: Key) {
    if self[name] != nil || count < 1000 { self[name, default: 0] += 1 }
  }
}

/// Makes a span of time hold an instant.
func widen(_ first: inout Int64?, _ last: inout Int64?, to time: Int64?) {
  guard let time else { return }
  first = min(first ?? time, time)
  last = max(last ?? time, time)
}
