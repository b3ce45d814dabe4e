import Foundation
import Synchronization
import Touchstone
import TouchstoneExplaining
import TouchstoneReports

/// Shows on the terminal how far a run is.
///
/// Where standard error is not a terminal, nothing is shown.
final class ProgressBar: Sendable {
  private struct State {
    var line: ProgressLine
    var drawn: ContinuousClock.Instant?
  }

  /// A screen that is redrawn more often is not easier to read.
  private static let interval: Duration = .milliseconds(100)

  private let state: Mutex<State>
  private let isShown: Bool
  private let started = ContinuousClock.now

  init(total: Int) {
    let style = ConsoleStyle.standardError
    isShown = style.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    state = Mutex(State(line: ProgressLine(total: total, style: style)))
  }

  /// Takes note of a verdict.
  func update(_ verdict: CaseVerdict) {
    guard isShown else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      state.line.count(verdict.verdict)
      if let drawn = state.drawn, now - drawn < Self.interval { return }
      state.drawn = now
      Console.writeError("\r\u{1B}[K" + state.line.text(after: now - started))
    }
  }

  /// Leaves the line empty, as it was before.
  func erase() {
    guard isShown else { return }
    state.withLock { state in
      if state.drawn != nil { Console.writeError("\r\u{1B}[K") }
    }
  }
}
