public import ReferenceRealm
import Synchronization

/// Where the time of events comes from.
public struct EventClock: Sendable {
  private let read: @Sendable () -> Timestamp

  /// A clock that reads the time from this function.
  public init(_ read: @escaping @Sendable () -> Timestamp) { self.read = read }

  /// The time now.
  public var now: Timestamp { read() }

  /// The clock of the machine, in whole milliseconds.
  public static let system = EventClock { Timestamp.now() }
}

/// A clock that stands still until it is moved; before it is set it shows the time of the machine.
///
/// ```swift
/// let clock = ManualClock()
/// clock.set(to: Timestamp(milliseconds: 1_655_942_400_000))
/// var events = EventConfiguration()
/// events.clock = clock.eventClock
/// ```
public final class ManualClock: Sendable {
  private let time = Mutex<Timestamp?>(nil)

  /// A clock that shows the time of the machine until it is set.
  public init() {}

  /// Shows this time from now on.
  public func set(to newTime: Timestamp) { time.withLock { $0 = newTime } }

  /// Moves on.
  ///
  /// - Returns: false if the clock was never set, or would leave the range of times.
  public func advance(milliseconds: Int64) -> Bool {
    time.withLock { time in
      guard let old = time else { return false }
      let (sum, overflow) = old.milliseconds.addingReportingOverflow(milliseconds)
      if !overflow { time = Timestamp(milliseconds: sum) }
      return !overflow
    }
  }

  /// What to put into a configuration.
  public var eventClock: EventClock {
    EventClock { [self] in time.withLock { $0 } ?? EventClock.system.now }
  }
}
