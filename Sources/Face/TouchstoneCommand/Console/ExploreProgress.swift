import Foundation
import Synchronization
import TouchstoneExplaining
import TouchstoneExplore

/// Shows on the terminal how many programs ran, how fast, and how long it will take.
///
/// Where standard error is not a terminal, nothing is shown.
final class ExploreProgress: Sendable {
  /// A screen that is redrawn more often is not easier to read.
  private static let interval: Duration = .milliseconds(100)

  private let limits: Explorer.Limits
  private let isShown: Bool
  private let style = ConsoleStyle.standardError
  private let drawn = Mutex<ContinuousClock.Instant?>(nil)

  init(_ limits: Explorer.Limits) {
    self.limits = limits
    isShown = style.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Takes note of how far it is.
  func update(_ exploration: Exploration) {
    guard isShown else { return }
    let now = ContinuousClock.now
    drawn.withLock { drawn in
      if let last = drawn, now - last < Self.interval { return }
      drawn = now
      Console.writeError("\r\u{1B}[K" + String(line(exploration).prefix(style.width - 1)))
    }
  }

  /// Leaves the line empty, as it was before.
  func erase() {
    guard isShown else { return }
    drawn.withLock { if $0 != nil { Console.writeError("\r\u{1B}[K") } }
  }

  private func line(_ exploration: Exploration) -> String {
    var parts = ["\(exploration.count) programs", "\(Int(exploration.rate))/s"]
    if !exploration.differences.isEmpty {
      parts.append("\(exploration.differences.count) differences")
    }
    if let left = secondsLeft(exploration) {
      parts.append(left < 60 ? "\(left) s left" : "\(left / 60) min \(left % 60) s left")
    }
    return parts.joined(separator: "  ")
  }

  /// What remains of the time, or of the programs at the pace so far.
  private func secondsLeft(_ exploration: Exploration) -> Int? {
    var left: [Double] = []
    if let time = limits.time { left.append((time - exploration.duration) / .seconds(1)) }
    if let count = limits.count, exploration.rate > 0 {
      left.append(Double(count - exploration.count) / exploration.rate)
    }
    return left.min().map { max(0, Int($0.rounded(.up))) }
  }
}
