// Ids for documents, until your recorder gives them ids of its own.

/// 24 random hexadecimal digits.
func objectId() -> String {
  (0..<3).map { _ in
    let digits = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}
