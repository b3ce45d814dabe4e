/// A hash that is the same in every process and on every machine: partial results are merged by it.
///
/// It does not protect against someone who looks for collisions: two values that collide are taken for the same, which
/// hides a contradiction and invents none.
struct StableHash: Sendable {
  private(set) var state: UInt64 = 0x9AE1_6A3B_2F90_404F

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    add(rest)
    add(UInt64(bytes.count))
  }

  /// Adds the text of a string.
  mutating func add(textOf string: Value?) {
    if let content = string?.plainContent {
      add(UnsafeRawBufferPointer(content))
    } else {
      add(string?.string ?? "")
    }
  }

  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }
}
