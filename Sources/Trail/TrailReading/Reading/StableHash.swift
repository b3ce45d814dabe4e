import JSON

/// A hash that is the same in every process and on every machine: partial results are merged by it.
///
/// It does not protect against someone who looks for collisions: two values that collide are taken for the same, which
/// hides a contradiction and invents none.
@usableFromInline
package struct StableHash: Sendable {
  @usableFromInline var state: UInt64 = 0x9AE1_6A3B_2F90_404F

  @inlinable package init() {}

  package init(of word: UInt64) { add(word) }

  @inlinable package mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
  }

  package mutating func add(_ text: String) {
    text.withBytes { add(Bytes(from: $0, count: $1)) }
  }

  package mutating func add(_ bytes: Bytes) {
    var place = 0
    while place + 8 <= bytes.count {
      add((bytes.start + place).word)
      place += 8
    }
    add(Self.rest(of: bytes, from: place))
    add(UInt64(bytes.count))
  }

  /// The bytes behind the whole words, the first one highest.
  @inline(__always)
  private static func rest(of bytes: Bytes, from place: Int) -> UInt64 {
    if place == bytes.count { return 0 }
    if place > 0 {
      // They are the last ones of the last eight.
      let last = (bytes.start + (bytes.count - 8)).word.byteSwapped
      let others = UInt64(8 - (bytes.count - place)) * 8
      return (last << others) >> others
    }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Adds the text of a string.
  package mutating func add(textOf string: Value?) {
    if let content = string?.plainContent {
      add(content)
    } else if let content = string?.unescapedContent {
      // It adds what it would add of the bytes where they stand.
      unsafe content.withUnsafeBufferPointer { unsafe add(Bytes($0)) }
    } else {
      add(string?.string ?? "")
    }
  }

  /// Adds fields, whose order in their object says nothing.
  package mutating func add(
    fields: [Value],
    _ addContent: (inout StableHash, Value) -> Void = { _, _ in }
  ) {
    var sum: UInt64 = 0
    for field in fields {
      var hash = StableHash()
      hash.add(field.key.hash)
      addContent(&hash, field)
      sum &+= hash.value
    }
    add(sum)
  }

  @inlinable package var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }
}
