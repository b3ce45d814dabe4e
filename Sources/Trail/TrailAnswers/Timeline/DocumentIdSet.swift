import TrailReading

/// The ids that were seen: an id takes 32 bytes at most.
struct DocumentIdSet: Sendable {
  /// The ids that were greater than all before them: all of an export in the order of the ids, which is what
  /// mongoexport writes unless it is told otherwise.
  private var ascending: [DocumentId] = []
  /// All others.
  private var table = Table()

  /// Notes an id; false if it was there.
  mutating func insert(_ id: DocumentId) -> Bool {
    if let greatest = ascending.last, id <= greatest {
      return !isAscending(id) && table.insert(id)
    }
    ascending.append(id)
    return true
  }

  private func isAscending(_ id: DocumentId) -> Bool {
    let place = ascending.place { $0 < id }
    return place < ascending.count && ascending[place] == id
  }

  /// Ids in any order, in a table that is three quarters full at the most: an id costs between 16 and 32 bytes.
  private struct Table: Sendable {
    private static let free = DocumentId(high: 0, low: 0)

    // The id of zeros is kept apart. A look-up costs one miss of the cache.
    private var slots = Array(repeating: Self.free, count: 1024)
    private var hasZero = false
    private var count = 0
    /// Ids are made by devices, which must not be able to prepare some that collide.
    private let seed = UInt64.random(in: .min ... .max) | 1

    mutating func insert(_ id: DocumentId) -> Bool {
      if id.isZero {
        defer { hasZero = true }
        if !hasZero { count += 1 }
        return !hasZero
      }
      if count * 4 >= slots.count * 3 { grow() }
      guard place(id) else { return false }
      count += 1
      return true
    }

    private mutating func place(_ id: DocumentId) -> Bool {
      let mask = slots.count - 1
      // The last bits of an id count up: four that follow each other stand side by side, which spares the cache.
      let group = (id.high ^ UInt64(id.low >> 2) << 20 ^ seed).multipliedFullWidth(by: seed)
      var index = (Int(truncatingIfNeeded: group.high ^ group.low) << 2 | Int(id.low & 3)) & mask
      while !slots[index].isZero {
        if slots[index] == id { return false }
        index = (index + 1) & mask
      }
      slots[index] = id
      return true
    }

    private mutating func grow() {
      let old = slots
      slots = Array(repeating: Self.free, count: old.count * 2)
      for id in old where !id.isZero { _ = place(id) }
    }
  }
}
