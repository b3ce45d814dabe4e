import Testing
import Touchstone
import TouchstoneExplaining

@testable import TouchstoneReports

struct ProgressLineTests {
  private func line(
    _ verdicts: [Verdict],
    total: Int = 100,
    width: Int = 80,
    after elapsed: Duration = .seconds(2)
  ) -> String {
    var line = ProgressLine(total: total, style: ConsoleStyle(width: width, isTerminal: true))
    for verdict in verdicts { line.count(verdict) }
    return line.text(after: elapsed)
  }

  @Test func `A run that has just begun promises nothing`() {
    #expect(line([]) == "  0/100  ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌")
    #expect(line([.passed], after: .milliseconds(10)).hasSuffix("╌"))
  }

  @Test func `It counts what is done, what went wrong and what time is left`() {
    let verdicts = [Verdict](repeating: .passed, count: 47) + [.failed, .errored, .errored]
    #expect(
      line(verdicts) == " 50/100  ━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌  ✗ 1 failed  ! 2 errored  2 s left"
    )
    #expect(line(verdicts, after: .seconds(100)).hasSuffix("1 min 40 s left"))
  }

  @Test func `It never fills the last column`() {
    let verdicts: [Verdict] = [.failed, .errored, .unsupported]
    for width in 40...90 { #expect(line(verdicts, width: width).count < width, "\(width)") }
  }

  @Test func `It is plain where colours are not wanted`() {
    #expect(!line([.failed]).contains("\u{1B}"))
    var coloured = ProgressLine(
      total: 1,
      style: ConsoleStyle(isTerminal: true, isColoured: true)
    )
    coloured.count(.failed)
    #expect(coloured.text(after: .zero).contains("\u{1B}[31m"))
  }
}
