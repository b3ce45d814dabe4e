import Touchstone
import TouchstoneReports

/// Shows on the terminal how far a run is.
struct ProgressBar {
  private let line: RedrawnLine<ProgressLine>
  private let started = ContinuousClock.now

  init(total: Int) { line = RedrawnLine(ProgressLine(total: total, style: .standardError)) }

  /// Takes note of a verdict.
  func update(_ verdict: CaseVerdict) {
    line.update({ $0.count(verdict.verdict) }) { $0.text(after: ContinuousClock.now - started) }
  }

  /// Leaves the line empty, as it was before.
  func erase() { line.erase() }
}
