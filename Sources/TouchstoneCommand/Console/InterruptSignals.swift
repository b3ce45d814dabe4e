import Dispatch
import Foundation
import Synchronization

/// Turns the signals that ask a program to end into a call; the second one ends it at once.
struct InterruptSignals {
  private let first = FirstSignal()
  private let sources: [any DispatchSourceSignal]

  /// Whether a signal came.
  var haveCome: Bool { first.hasCome }

  init(onFirst action: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { [first] number in
      // What is ignored still reaches a source. Programs that are started get it back as it was.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        guard first.comes() else { _exit(2) }
        action()
      }
      source.resume()
      return source
    }
  }

  private final class FirstSignal: Sendable {
    private let state = Mutex(false)

    var hasCome: Bool { state.withLock { $0 } }

    /// Whether none came before.
    func comes() -> Bool {
      state.withLock { hasCome in
        defer { hasCome = true }
        return !hasCome
      }
    }
  }
}
