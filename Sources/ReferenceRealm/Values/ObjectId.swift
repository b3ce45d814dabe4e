/// The primary key that a MongoDB collection gives its documents: 12 bytes that begin with the time.
///
/// Held as two integers instead of an array, so that an id is compared and hashed without an allocation.
public struct ObjectId: Sendable, Hashable {
  /// The first four bytes: seconds since 1970 UTC when the id was made.
  public let seconds: UInt32
  /// The last eight bytes: five random ones of the process, three of a counter.
  private let rest: UInt64

  /// Makes an id that no other has: see ``ObjectIdGenerator``.
  public init(from generator: ObjectIdGenerator = .process) {
    self = generator.next()
  }

  /// Makes an id from its three parts, of which the low 40 and 24 bits are taken.
  public init(seconds: UInt32, random: UInt64, counter: UInt32) {
    self.seconds = seconds
    rest = random << 24 | UInt64(counter & 0xFF_FFFF)
  }

  /// Makes an id from its 12 bytes; nil for another number of them.
  public init?(bytes: some Sequence<UInt8>) {
    var value: UInt128 = 0
    var count = 0
    for byte in bytes {
      count += 1
      guard count <= 12 else { return nil }
      value = value << 8 | UInt128(byte)
    }
    guard count == 12 else { return nil }
    seconds = UInt32(truncatingIfNeeded: value >> 64)
    rest = UInt64(truncatingIfNeeded: value)
  }

  /// Reads 24 hexadecimal digits of either case; nil for anything else.
  public init?(_ hex: String) {
    var value: UInt128 = 0
    var count = 0
    for byte in hex.utf8 {
      count += 1
      guard count <= 24, let digit = ASCII.hexValue(byte) else { return nil }
      value = value << 4 | UInt128(digit)
    }
    guard count == 24 else { return nil }
    seconds = UInt32(truncatingIfNeeded: value >> 64)
    rest = UInt64(truncatingIfNeeded: value)
  }

  /// The 12 bytes, in the order in which ids are compared.
  public var bytes: [UInt8] {
    (0..<12).map { self[$0] }
  }

  private subscript(position: Int) -> UInt8 {
    position < 4
      ? UInt8(truncatingIfNeeded: seconds >> UInt32((3 - position) * 8))
      : UInt8(truncatingIfNeeded: rest >> UInt64((11 - position) * 8))
  }
}

extension ObjectId: Comparable {
  /// Byte by byte, which is by time first.
  public static func < (left: ObjectId, right: ObjectId) -> Bool {
    (left.seconds, left.rest) < (right.seconds, right.rest)
  }
}

extension ObjectId: CustomStringConvertible {
  /// The 24 lowercase hexadecimal digits.
  public var description: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the 24 lowercase hexadecimal digits to a buffer.
  public func write(into out: inout [UInt8]) {
    for position in 0..<12 { ASCII.writeHex(self[position], into: &out) }
  }
}
