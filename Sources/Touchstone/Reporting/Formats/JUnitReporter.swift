import Foundation

/// For build servers: a suite a chapter, a test a case.
///
/// What fails the run is a failure or an error; what is unsupported or known to fail is skipped, with the reason.
struct JUnitReporter: Reporter {
  let format = "junit"

  func text(of report: ReportFile) -> String {
    let chapters = ReportChapter.all(of: report)
    let totals =
      XMLText.attributes(["name": "touchstone"]) + Self.counts(report.entries, report.seconds)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites\(totals)>"]
    for chapter in chapters { lines += Self.suite(chapter, report) }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func suite(_ chapter: ReportChapter, _ report: ReportFile) -> [String] {
    let seconds = chapter.entries.reduce(0) { $0 + $1.seconds }
    let attributes =
      XMLText.attributes(["name": chapter.name]) + counts(chapter.entries, seconds)
      + XMLText.attributes(["timestamp": String(report.started.description.prefix(19))])
    var properties: [(String, String)] = [
      ("implementation", report.title), ("class", report.selection.conformanceClass),
      ("edition", report.selection.edition),
    ]
    properties += report.faults.map { ("fault", $0) }
    if report.unfinished > 0 { properties.append(("unfinished", "\(report.unfinished)")) }
    properties += report.staleExpectations.map { ("stale-expectation", $0) }
    return ["  <testsuite\(attributes)>"] + Self.properties(properties, indentation: 4)
      + chapter.entries.flatMap { testCase($0, report.demands) } + ["  </testsuite>"]
  }

  private static func testCase(_ entry: ReportEntry, _ demands: [String: Demand]) -> [String] {
    let (chapter, group, id) = entry.nameParts
    let attributes = XMLText.attributes([
      "classname": group.isEmpty ? chapter : "\(chapter).\(group)", "name": id,
      "time": time(entry.seconds), "file": entry.location.file,
      "line": String(entry.location.line),
    ])
    let facts =
      [
        ("case", entry.name), ("title", entry.title), ("level", entry.level.rawValue),
        ("verdict", entry.verdict.rawValue),
      ]
      + entry.requirements.map { ("requirement", $0) }
    return ["    <testcase\(attributes)>"] + properties(facts, indentation: 6)
      + outcome(entry, demands) + ["    </testcase>"]
  }

  private static func outcome(_ entry: ReportEntry, _ demands: [String: Demand]) -> [String] {
    let tag: String
    switch entry.verdict {
    case .passed: return []
    case .unsupported:
      return ["      <skipped\(XMLText.attributes(["message": entry.summary]))/>"]
    case .knownFailure:
      let message = "known failure: " + (entry.known ?? "")
      return ["      <skipped\(XMLText.attributes(["message": message]))/>"]
    case .failed, .unexpectedPass: tag = "failure"
    case .errored: tag = "error"
    }
    let attributes = XMLText.attributes(["message": entry.summary, "type": entry.verdict.rawValue])
    let text = CaseExplanation(entry, demands: demands).text
    return ["      <\(tag)\(attributes)>" + XMLText.escape(text) + "</\(tag)>"]
  }

  private static func properties(_ pairs: [(String, String)], indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return ["\(margin)<properties>"]
      + pairs.map { "\(margin)  <property\(XMLText.attributes(["name": $0, "value": $1]))/>" }
      + ["\(margin)</properties>"]
  }

  private static func counts(_ entries: [ReportEntry], _ seconds: Double) -> String {
    let summary = RunSummary(entries.map(\.verdict))
    return XMLText.attributes([
      "tests": String(summary.selected),
      "failures": String(summary[.failed] + summary[.unexpectedPass]),
      "errors": String(summary[.errored]),
      "skipped": String(summary[.unsupported] + summary[.knownFailure]), "time": time(seconds),
    ])
  }

  private static func time(_ seconds: Double) -> String { String(format: "%.6f", seconds) }
}
