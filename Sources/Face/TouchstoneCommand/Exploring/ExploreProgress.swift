import TouchstoneExplaining
import TouchstoneExplore
import TouchstoneReports

/// Shows on the terminal how many programs ran, how fast, and how long it will take.
struct ExploreProgress {
  private let limits: Explorer.Limits
  private let shown = RedrawnLine(())

  init(_ limits: Explorer.Limits) { self.limits = limits }

  /// Takes note of how far it is.
  func update(_ exploration: Exploration) {
    shown.update({ _ in }) { _ in String(line(exploration).prefix(shown.style.width - 1)) }
  }

  /// Leaves the line empty, as it was before.
  func erase() { shown.erase() }

  private func line(_ exploration: Exploration) -> String {
    var parts = ["\(exploration.count) programs", "\(Int(exploration.rate))/s"]
    if !exploration.differences.isEmpty {
      parts.append("\(exploration.differences.count) differences")
    }
    if let left = secondsLeft(exploration) { parts.append(ProgressLine.words(left: left)) }
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
