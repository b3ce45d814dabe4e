import Synchronization

/// The primary key that a MongoDB collection gives its documents: 12 bytes that begin with the time.
///
/// Held as two integers instead of an array, so that an id is compared and hashed without an allocation.
public struct ObjectId: Sendable, Hashable {
  /// The first four bytes: seconds since 1970 UTC when the id was made.
  public let seconds: UInt32
  /// The last eight bytes: five random ones of the process, three of a counter.
  private let rest: UInt64

  private static let random = UInt64.random(in: 0..<1 << 40)
  private static let counter = Atomic(UInt32.random(in: 0..<1 << 24))

  /// Makes an id that no other has, without asking anyone: the second, five random bytes of the process, and a
  /// counter.
  public init() {
    let (seconds, _) = floorDivide(Timestamp.now().milliseconds, by: 1000)
    // The format has 32 bits for the time; a clock outside of 1970–2106 keeps the low ones.
    self.init(
      seconds: UInt32(truncatingIfNeeded: seconds),
      random: Self.random,
      counter: Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    )
  }

  /// Makes an id from its three parts, the latter two cut to their low 40 and 24 bits.
  package init(seconds: UInt32, random: UInt64, counter: UInt32) {
    self.seconds = seconds
    rest = random << 24 | UInt64(counter & 0xFF_FFFF)
  }

  /// Reads 24 hexadecimal digits of either case; nil for anything else.
  public init?(_ hex: String) {
    // A sign would be part of a number as well.
    guard hex.utf8.count == 24, hex.utf8.allSatisfy({ $0 >= ASCII.zero }),
      let value = UInt128(hex, radix: 16)
    else { return nil }
    seconds = UInt32(truncatingIfNeeded: value >> 64)
    rest = UInt64(truncatingIfNeeded: value)
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
  public var description: String { String(writtenBy: write) }

  /// Appends the 24 lowercase hexadecimal digits to a buffer.
  public func write(into out: inout [UInt8]) {
    for place in stride(from: 24, through: 0, by: -8) {
      ASCII.writeHex(UInt8(truncatingIfNeeded: seconds &>> UInt32(place)), into: &out)
    }
    for place in stride(from: 56, through: 0, by: -8) {
      ASCII.writeHex(UInt8(truncatingIfNeeded: rest &>> UInt64(place)), into: &out)
    }
  }
}
