import Dispatch
import Foundation
import Synchronization

/// Turns the signals that ask a program to end into a call; a later one ends it at once.
///
/// `timeout -s INT` signals a program and its whole group, and a hand is quicker than reports are written: what comes
/// within a second of the first signal is the same wish.
struct InterruptSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let patience = Duration.seconds(1)

  private let first = FirstSignal()
  private let sources: [any DispatchSourceSignal]

  /// Whether a signal came.
  var haveCome: Bool { first.time != nil }

  init(onFirst action: @escaping @Sendable () -> Void = {}) {
    first.answer(with: action)
    sources = Self.numbers.map { [first] number in
      // What is ignored still reaches a source. Programs that are started get it back as it was.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        guard let time = first.time else { return first.note() }
        if ContinuousClock.now - time > Self.patience { _exit(2) }
      }
      source.resume()
      return source
    }
  }

  /// What comes of work that the first signal cancels; if it has come already, it is cancelled at once.
  ///
  /// Whatever starts programs and waits for them belongs into this, for they outlive a command that a signal ends.
  func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    first.answer(with: task.cancel)
    return try await task.value
  }

  /// Lets signals end the program as they usually do.
  func stop() {
    for source in sources { source.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }

  private final class FirstSignal: Sendable {
    private struct State {
      var time: ContinuousClock.Instant?
      var action: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    var time: ContinuousClock.Instant? { state.withLock { $0.time } }

    func note() {
      let action = state.withLock { state in
        state.time = state.time ?? .now
        return state.action
      }
      action()
    }

    func answer(with action: @escaping @Sendable () -> Void) {
      let isLate = state.withLock { state in
        state.action = action
        return state.time != nil
      }
      if isLate { action() }
    }
  }
}
