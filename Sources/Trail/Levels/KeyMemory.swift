/// What the keys of the objects of one class stand for, so that each is looked up once.
struct KeyMemory {
  /// By the number of a key: one more than what it stands for, 0 where that was not looked up, -1 for nothing.
  private var known: [Int32] = []

  /// What the key of a member was found to stand for; nil if it has to be looked up.
  @inline(__always)
  func lookUp(_ member: Value) -> Int?? {
    guard let key = member.keyNumber, key < known.count, known[key] != 0 else { return nil }
    return .some(known[key] > 0 ? Int(known[key]) - 1 : nil)
  }

  /// Remembers what the key of a member stands for, if the scanner remembers the key.
  mutating func note(_ number: Int?, of member: Value) {
    guard let key = member.keyNumber else { return }
    let missing = key + 1 - known.count
    if missing > 0 { known.append(contentsOf: repeatElement(0, count: missing)) }
    known[key] = number.map { Int32(truncatingIfNeeded: $0) + 1 } ?? -1
  }
}
