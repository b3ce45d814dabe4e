import Foundation
import Synchronization
import TouchstoneExplaining

/// A line of the terminal that says how far something is, drawn anew as it goes on.
///
/// Where standard error is not a terminal, nothing is shown.
final class RedrawnLine<State: Sendable>: Sendable {
  /// A screen that is redrawn more often is not easier to read.
  private static var interval: Duration { .milliseconds(100) }

  let style = ConsoleStyle.standardError
  private let isShown: Bool
  private let state: Mutex<(State, drawn: ContinuousClock.Instant?)>

  init(_ state: State) {
    self.state = Mutex((state, nil))
    isShown = style.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Takes note of how far it is, and draws the line unless that was done a moment ago.
  func update(_ note: (inout State) -> Void, line: (State) -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      note(&state.0)
      if let drawn = state.drawn, now - drawn < Self.interval { return }
      state.drawn = now
      Console.writeError("\r\u{1B}[K" + line(state.0))
    }
  }

  /// Leaves the line empty, as it was before.
  func erase() {
    guard isShown else { return }
    state.withLock { if $0.drawn != nil { Console.writeError("\r\u{1B}[K") } }
  }
}
