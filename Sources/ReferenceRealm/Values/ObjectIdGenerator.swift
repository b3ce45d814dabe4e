import Synchronization

/// Makes object ids that are unique without asking anyone: the second, five random bytes, and a counter.
///
/// A program uses the one of its process. A test makes its own, with a clock and numbers that it knows.
public final class ObjectIdGenerator: Sendable {
  /// The generator behind `ObjectId()`, with random bytes and a first count of this process.
  public static let process = ObjectIdGenerator()

  private let random: UInt64
  private let counter: Atomic<UInt32>
  private let clock: @Sendable () -> Timestamp

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - random: the five bytes of the process, in the low 40 bits.
  ///   - counter: the first count, in the low 24 bits; it goes on from there, and wraps to 0.
  ///   - clock: what the time is.
  public init(
    random: UInt64 = .random(in: 0..<1 << 40),
    counter: UInt32 = .random(in: 0..<1 << 24),
    clock: @escaping @Sendable () -> Timestamp = { .now() }
  ) {
    self.random = random
    self.counter = Atomic(counter)
    self.clock = clock
  }

  /// Makes the next id, on whatever thread.
  public func next() -> ObjectId {
    let count = counter.wrappingAdd(1, ordering: .relaxed).oldValue
    let (seconds, _) = floorDivide(clock().milliseconds, by: 1000)
    // The format has 32 bits for the time; a clock outside of 1970–2106 keeps the low ones.
    return ObjectId(seconds: UInt32(truncatingIfNeeded: seconds), random: random, counter: count)
  }
}
