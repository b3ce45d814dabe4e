package import Formats
import Synchronization

/// When a case was sent, how long it ran and what was logged meanwhile, where the implementation knows it better than
/// the caller of `runCase`: a case may wait for a free process before it runs.
///
/// It is handed over beside the result, so that implementations without a queue never hear of it.
package struct CaseMeasurement: Sendable {
  /// The time of day at which the case was sent.
  package var sent: Timestamp
  /// How long it ran.
  package var duration: Duration
  /// The end of what was logged meanwhile.
  package var log: String?

  package init(sent: Timestamp, duration: Duration, log: String? = nil) {
    self.sent = sent
    self.duration = duration
    self.log = log
  }

  @TaskLocal private static var slot: Slot?

  /// Tells the caller of `runCase` in this task.
  package func report() { Self.slot?.put(self) }

  /// Measures a call of `runCase`, unless the implementation does so itself.
  static func of<Value: Sendable, Failure>(
    _ call: @Sendable () async throws(Failure) -> Value
  ) async -> (Result<Value, Failure>, CaseMeasurement) {
    let slot = Slot()
    let clock = ContinuousClock()
    let (sent, start) = (Timestamp.now, clock.now)
    let result: Result<Value, Failure> = await $slot.withValue(slot) {
      do throws(Failure) { return .success(try await call()) } catch { return .failure(error) }
    }
    let measured = CaseMeasurement(sent: sent, duration: clock.now - start)
    return (result, slot.measurement ?? measured)
  }

  /// A place for the measurement that an implementation reports.
  private final class Slot: Sendable {
    private let content = Mutex<CaseMeasurement?>(nil)

    var measurement: CaseMeasurement? { content.withLock { $0 } }

    func put(_ measurement: CaseMeasurement) { content.withLock { $0 = measurement } }
  }
}
