import Testing

@testable import Touchstone

struct TAPReporterTests {
  @Test func `Every verdict has its line`() {
    #expect(
      ReportSample.text("tap", of: ReportSample.everyVerdict) == """
        TAP version 14
        1..6
        # fake 1.0 (Swift)
        ok 1 - reads/plain/good
        not ok 2 - reads/plain/bad
          ---
          message: 'events[0].data: expected 1, found 2 (and 1 more)'
          severity: 'failed'
          title: 'Something happens'
          at: 'Golden/cases/reads/plain.json:12'
          requirements:
            1: 'READ-1 MUST: A read is recorded.'
          findings:
            1: 'events[0].data: expected 1, found 2'
            2: 'events[1]: missing'
          ...
        not ok 3 - reads/plain/broken
          ---
          message: 'the process ended'
          severity: 'errored'
          title: 'Something happens'
          at: 'Golden/cases/reads/plain.json:12'
          requirements:
            1: 'READ-1 MUST: A read is recorded.'
          ...
        ok 4 - scopes/far/away # SKIP does not offer rotation
        not ok 5 - scopes/far/known # TODO ticket 12
        not ok 6 - scopes/far/stale
          ---
          message: 'passes, although it is listed as a known failure: ticket 13'
          severity: 'unexpected-pass'
          title: 'Something happens'
          at: 'Golden/cases/reads/plain.json:12'
          requirements:
            1: 'READ-1 MUST: A read is recorded.'
          ...
        # selected 6 = passed 1 + failed 1 + errored 1 + unsupported 1 + known 1 + unexpected passes 1
        # class recording, edition 2023: not achieved (4 must cases have not passed)

        """
    )
  }

  @Test func `Hostile texts are neither lines nor directives`() {
    let text = ReportSample.text("tap", of: ReportSample.everyText)
    let tests = text.split(separator: "\n").filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    #expect(tests.count == 5)
    // The only directives are those of the verdicts, and the escaped one is a text.
    #expect(tests.map { $0.contains(" # ") } == [false, false, true, true, false])
    #expect(tests.allSatisfy { $0.contains("\\# TODO") })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.dropLast().allSatisfy { line in
        ["TAP", "1..", "#", "ok ", "not ok ", "  "].contains { line.hasPrefix($0) }
      }
    )
  }

  @Test func `Nothing to run is said`() {
    let text = ReportSample.text("tap", of: ReportSample.report([]))
    #expect(text.contains("\n1..0 # SKIP no case was selected\n"))
  }

  @Test func `What is wrong with the list of known failures is said`() {
    let text = ReportSample.text("tap", of: ReportSample.report([], stale: ["a\nb"]))
    #expect(text.contains("\n# known failure that does not hold: a\\nb\n"))
  }
}
