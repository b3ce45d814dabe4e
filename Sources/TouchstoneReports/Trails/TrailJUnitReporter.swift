import Touchstone
import Trail

/// For build servers: a suite a level, a test a code, which fails if it was found as an error.
struct TrailJUnitReporter: TrailReporter {
  let format = "junit"

  func text(of report: TrailReport) -> String {
    let stages = FindingCode.Stage.allCases.filter { $0 <= report.stage }
    let kinds = Dictionary(grouping: report.findings.kinds, by: \.code)
    let codes = FindingCode.all.filter { $0.stage <= report.stage || kinds[$0] != nil }
    let failures = Set(kinds.values.joined().filter { $0.level == .error }.map(\.code))
    let totals = XMLText.attributes([
      "name": "touchstone check", "tests": String(codes.count), "failures": String(failures.count),
      "errors": "0", "skipped": "0",
    ])
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites\(totals)>"]
    for stage in stages {
      let tests = codes.filter { $0.stage == stage }
      guard !tests.isEmpty else { continue }
      let attributes = XMLText.attributes([
        "name": stage.rawValue, "tests": String(tests.count),
        "failures": String(tests.filter(failures.contains).count), "errors": "0", "skipped": "0",
      ])
      lines.append("  <testsuite\(attributes)>")
      for code in tests { lines += testCase(code, kinds[code] ?? [], report) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func testCase(
    _ code: FindingCode,
    _ kinds: [FindingSummary.Kind],
    _ report: TrailReport
  ) -> [String] {
    let head = XMLText.attributes(["classname": code.stage.rawValue, "name": code.name])
    guard !kinds.isEmpty else { return ["    <testcase\(head)/>"] }
    let blocks = kinds.map { kind in
      let count = report.findings.counts[kind] ?? 0
      let lines = report.findings.examples(of: kind).flatMap { finding in
        ["\(finding.position) \(finding.id ?? ""): \(finding.sentence)"] + finding.chain
      }
      // Line breaks between the examples stay; those within one are spelled out.
      let text = XMLText.escape(
        lines.map { Abbreviation.shorten($0, to: 600) }.joined(separator: "\n")
      )
      guard kind.level == .error else { return "      <system-out>\(text)</system-out>" }
      let attributes = XMLText.attributes([
        "message": "\(count)× \(code.meaning)", "type": code.requirement,
      ])
      return "      <failure\(attributes)>\(text)</failure>"
    }
    return ["    <testcase\(head)>"] + blocks + ["    </testcase>"]
  }
}
