import Foundation

/// The digest by which a page allows its own style and script, and nothing else.
///
/// Foundation on Linux has none, and the package that does is compiled longer than all of this one.
enum SHA256 {
  /// The digest of a text in Base64, as content security policies want it.
  static func base64(_ text: String) -> String {
    Data(digest(Array(text.utf8))).base64EncodedString()
  }

  /// The digest of some bytes: FIPS 180-4.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bytes(UInt64(message.count) * 8)
    var state = initialState
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(padded[start..<start + 64], into: &state)
    }
    return state.flatMap(bytes)
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var row = state
    for index in 0..<64 {
      let mixed = rotate(row[4], 6) ^ rotate(row[4], 11) ^ rotate(row[4], 25)
      let choice = (row[4] & row[5]) ^ (~row[4] & row[6])
      let first = row[7] &+ mixed &+ choice &+ constants[index] &+ words[index]
      let spread = rotate(row[0], 2) ^ rotate(row[0], 13) ^ rotate(row[0], 22)
      let majority = (row[0] & row[1]) ^ (row[0] & row[2]) ^ (row[1] & row[2])
      row = [
        first &+ spread &+ majority, row[0], row[1], row[2], row[3] &+ first, row[4], row[5],
        row[6],
      ]
    }
    for index in state.indices { state[index] = state[index] &+ row[index] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian, Array.init)
  }

  private static let initialState = fractions(8) { $0.squareRoot() }
  private static let constants = fractions(64, cbrt)

  /// The constants as the standard defines them: the first 32 bits behind the point of roots of the first primes.
  private static func fractions(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 > 0 } }
    return primes.prefix(count).map { prime in
      UInt32(truncatingIfNeeded: UInt64(root(Double(prime)) * 0x1p32))
    }
  }
}
