import Formats

/// Makes foreign input out of sound input: bytes flipped, cut, repeated, put in the place of others, and words that mean
/// something to a format where none is expected.
///
/// The same seed makes the same inputs, so that what fails can be tried again.
package struct ByteMutator {
  private var random: SplitMix64
  private let samples: [[UInt8]]
  /// No input is longer, so that no time is spent on what is only long.
  private static let longest = 16_384

  package init(seed: UInt64, samples: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.samples = samples
  }

  private mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// The next input.
  package mutating func next() -> [UInt8] {
    var bytes = samples[below(samples.count)]
    for _ in 0...below(4) { change(&bytes) }
    return Array(bytes.prefix(Self.longest))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + below(40))
    switch below(9) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    case 1: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4: bytes.replaceSubrange(place..<end, with: word())
    case 5:
      let other = samples[below(samples.count)]
      let from = below(other.count + 1)
      bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + below(80))])
    case 6: bytes.removeSubrange(place...)
    case 7:
      // Deep nesting, and long runs of one byte.
      let byte: UInt8 = [0x5B, 0x7B, 0x22, 0x30, 0x00, 0xFF][below(6)]
      bytes.insert(contentsOf: repeatElement(byte, count: below(2_000)), at: place)
    default: bytes.insert(contentsOf: word(), at: place)
    }
  }

  private mutating func word() -> [UInt8] { Array(Self.words[below(Self.words.count)].utf8) }

  /// What means something to a format, and is expected in few places.
  private static let words = [
    "null", "true", "1e999", "-0.0", "\"\\ud800\"", "\"\\u0000\"", "{}", "[]", ",", ":", "\"",
    "18446744073709551616",
    "\"$oid\"", "\"$date\"", "\"$numberLong\"", "\"$binary\"", "\"$repeat\"",
    "{\"$repeat\":{\"times\":100000,\"value\":[]}}",
    "{\"$index\":1}", "{\"$$anyOf\":[]}", "{\"$$matches\":\"(a*)*b\"}", "{\"$$between\":[1,2]}",
    "\u{FEFF}", "\u{2028}",
    "\u{0}", "\u{7}\u{0}", "\u{1F}", "\u{3}\u{0}",
  ]
}
