import JSON

/// The ids that were seen.
///
/// An id costs 32 bytes at the most, which is the only memory that grows with a trail whose history is not followed.
package struct DocumentIdSet: Sendable {
  /// An objectId as two numbers.
  package struct Id: Sendable, Hashable, Comparable {
    package var high: UInt64
    package var low: UInt32

    package init(high: UInt64, low: UInt32) {
      self.high = high
      self.low = low
    }

    /// Reads 24 hexadecimal digits.
    init?(hex: UnsafeBufferPointer<UInt8>) {
      guard hex.count == 24, let start = hex.baseAddress, let high = Words.hexValue(at: start),
        let middle = Words.hexValue(at: start + 8), let low = Words.hexValue(at: start + 16)
      else { return nil }
      self.init(high: UInt64(high) << 32 | UInt64(middle), low: low)
    }

    /// The order of their digits.
    @inline(__always)
    package static func < (left: Self, right: Self) -> Bool {
      left.high < right.high || (left.high == right.high && left.low < right.low)
    }
  }

  /// The ids that were greater than all before them: all of an export in the order of the ids, which is what
  /// mongoexport writes unless it is told otherwise.
  private var ascending: [PackedId] = []
  /// The last of them.
  private var greatest: Id?
  /// All others.
  private var table = IdTable()

  package init() {}

  /// How many there are.
  package var count: Int { ascending.count + table.count }

  /// Notes an id; false if it was there.
  package mutating func insert(_ id: Id) -> Bool {
    if let greatest, id <= greatest { return !isAscending(id) && table.insert(id) }
    greatest = id
    ascending.append(PackedId(id))
    return true
  }

  private func isAscending(_ id: Id) -> Bool {
    var range = ascending.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let other = ascending[middle].id
      if other == id { return true }
      range = other < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}

/// The 12 bytes of an id in one piece, without a gap to the next one.
struct PackedId {
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  private var third: UInt32 = 0

  /// The id of zeros.
  init() {}

  init(_ id: DocumentIdSet.Id) {
    first = UInt32(truncatingIfNeeded: id.high >> 32)
    second = UInt32(truncatingIfNeeded: id.high)
    third = id.low
  }

  var id: DocumentIdSet.Id {
    DocumentIdSet.Id(high: UInt64(first) << 32 | UInt64(second), low: third)
  }

  var isZero: Bool { first | second | third == 0 }
}
