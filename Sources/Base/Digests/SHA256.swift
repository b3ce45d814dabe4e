import CSHA256
import Foundation

/// The digest by which files are identified and by which a page allows its own style and script: FIPS 180-4.
///
/// Foundation on Linux has none, and the package that does is compiled longer than all of this one. A second of a
/// processor digests 1.1 GB where it has instructions for that, and 200 MB elsewhere.
package struct SHA256: Sendable {
  private static let blockBytes = 64

  private var state = Self.initialState
  private var schedule = Array(repeating: UInt32(0), count: 64)
  /// What came since the last whole block.
  private var rest: [UInt8] = []
  /// How many bytes came.
  package private(set) var count = 0

  private let usesInstructions: Bool

  /// The digest of nothing yet.
  package init() { self.init(usesInstructions: Self.hasInstructions) }

  static let hasInstructions = touchstone_sha256_is_available()

  init(usesInstructions: Bool) {
    self.usesInstructions = usesInstructions
    rest.reserveCapacity(Self.blockBytes)
  }

  /// The 32 bytes that are the digest of some bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256(bytes).bytes }

  /// The digest of some bytes as hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String { SHA256(bytes).hex }

  /// The digest of a text in Base64, as content security policies want it.
  package static func base64(_ text: String) -> String {
    Data(digest(Array(text.utf8))).base64EncodedString()
  }

  private init(_ bytes: [UInt8]) {
    self.init()
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Takes the bytes of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { unsafe update(UnsafeRawBufferPointer($0)) }
  }

  /// Takes further bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var place = 0
    if !rest.isEmpty {
      place = min(Self.blockBytes - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<place])
      guard rest.count == Self.blockBytes else { return }
      let block = rest
      unsafe block.withUnsafeBytes { unsafe compress($0, blocks: 1) }
      rest.removeAll(keepingCapacity: true)
    }
    let blocks = (bytes.count - place) / Self.blockBytes
    unsafe compress(UnsafeRawBufferPointer(rebasing: bytes[place...]), blocks: blocks)
    unsafe rest.append(contentsOf: bytes[(place + blocks * Self.blockBytes)...])
  }

  /// The digest of all bytes that came, as 64 hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  private var bytes: [UInt8] {
    var copy = self
    var padding: [UInt8] = [0x80]
    padding += Array(repeating: 0, count: (119 - count % Self.blockBytes) % Self.blockBytes)
    unsafe withUnsafeBytes(of: (UInt64(count) * 8).bigEndian) { unsafe padding += $0 }
    unsafe padding.withUnsafeBytes { unsafe copy.update($0) }
    return copy.state.flatMap { word in unsafe withUnsafeBytes(of: word.bigEndian, Array.init) }
  }

  private mutating func compress(_ bytes: UnsafeRawBufferPointer, blocks: Int) {
    guard blocks > 0, let start = bytes.baseAddress else { return }
    unsafe state.withUnsafeMutableBufferPointer { state in
      unsafe schedule.withUnsafeMutableBufferPointer { words in
        unsafe Self.constants.withUnsafeBufferPointer { constants in
          guard let state = state.baseAddress, let words = words.baseAddress,
            let constants = constants.baseAddress
          else { return }
          if usesInstructions {
            let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
            return unsafe touchstone_sha256_compress(state, constants, bytes, blocks)
          }
          for block in 0..<blocks {
            unsafe Self.compress(start + block * Self.blockBytes, state, words, constants)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func compress(
    _ block: UnsafeRawPointer,
    _ state: UnsafeMutablePointer<UInt32>,
    _ words: UnsafeMutablePointer<UInt32>,
    _ constants: UnsafePointer<UInt32>
  ) {
    for index in 0..<16 {
      unsafe words[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      )
    }
    for index in 16..<64 {
      let (early, late) = unsafe (words[index &- 15], words[index &- 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
      let second = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
      unsafe words[index] = unsafe words[index &- 16] &+ first &+ words[index &- 7] &+ second
    }
    var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
    @inline(__always)
    func round(
      _ a: UInt32,
      _ b: UInt32,
      _ c: UInt32,
      _ d: inout UInt32,
      _ e: UInt32,
      _ f: UInt32,
      _ g: UInt32,
      _ h: inout UInt32,
      _ index: Int
    ) {
      let mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = unsafe h &+ mixed &+ (g ^ (e & (f ^ g))) &+ constants[index] &+ words[index]
      let spread = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      d = d &+ first
      h = first &+ spread &+ ((a & b) | (c & (a | b)))
    }
    // Eight rounds bring each word back to its place, so that none has to be moved.
    var index = 0
    while index < 64 {
      round(a, b, c, &d, e, f, g, &h, index)
      round(h, a, b, &c, d, e, f, &g, index &+ 1)
      round(g, h, a, &b, c, d, e, &f, index &+ 2)
      round(f, g, h, &a, b, c, d, &e, index &+ 3)
      round(e, f, g, &h, a, b, c, &d, index &+ 4)
      round(d, e, f, &g, h, a, b, &c, index &+ 5)
      round(c, d, e, &f, g, h, a, &b, index &+ 6)
      round(b, c, d, &e, f, g, h, &a, index &+ 7)
      index &+= 8
    }
    unsafe state[0] &+= a
    unsafe state[1] &+= b
    unsafe state[2] &+= c
    unsafe state[3] &+= d
    unsafe state[4] &+= e
    unsafe state[5] &+= f
    unsafe state[6] &+= g
    unsafe state[7] &+= h
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
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
