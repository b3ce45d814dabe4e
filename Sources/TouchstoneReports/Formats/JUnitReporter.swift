import Formats
import Foundation
import Touchstone

/// For build servers: a suite a chapter, a test a case.
///
/// What fails the run is a failure or an error; what is unsupported or known to fail is skipped, with the reason. What
/// is wrong with the run as a whole is an error in a suite of its own.
struct JUnitReporter: Reporter {
  let format = "junit"

  func text(of report: ReportFile) -> String {
    let chapters = ReportChapter.all(of: report)
    let problems = RunProblem.all(of: report)
    let totals =
      XMLText.attributes(["name": "touchstone"])
      + Self.counts(report.entries, report.seconds, problems: problems.count, isWhole: true)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites\(totals)>"]
    for chapter in chapters { lines += Self.suite(chapter, report) }
    lines += Self.suite(of: problems, report)
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func suite(_ chapter: ReportChapter, _ report: ReportFile) -> [String] {
    let seconds = chapter.entries.reduce(0) { $0 + $1.seconds }
    let attributes =
      XMLText.attributes(["name": chapter.name]) + counts(chapter.entries, seconds)
      + timestamp(report)
    var properties: [(String, String)] = [
      ("implementation", report.title), ("class", report.selection.conformanceClass),
      ("edition", report.selection.edition),
    ]
    if report.unfinished > 0 { properties.append(("unfinished", "\(report.unfinished)")) }
    return ["  <testsuite\(attributes)>"] + Self.properties(properties, indentation: 4)
      + chapter.entries.flatMap { testCase($0, report.requirements) } + ["  </testsuite>"]
  }

  private static func suite(of problems: [RunProblem], _ report: ReportFile) -> [String] {
    guard !problems.isEmpty else { return [] }
    let attributes =
      XMLText.attributes(["name": RunProblem.group]) + counts([], 0, problems: problems.count)
      + timestamp(report)
    let cases = problems.flatMap { problem in
      let place = XMLText.attributes([
        "classname": RunProblem.group.replacing("/", with: "."),
        "name": String(problem.name.dropFirst(RunProblem.group.count + 1)), "time": time(0),
      ])
      let error = XMLText.attributes(["message": problem.message, "type": "run"])
      return ["    <testcase\(place)>", "      <error\(error)/>", "    </testcase>"]
    }
    return ["  <testsuite\(attributes)>"] + cases + ["  </testsuite>"]
  }

  private static func timestamp(_ report: ReportFile) -> String {
    XMLText.attributes(["timestamp": String(report.started.description.prefix(19))])
  }

  private static func testCase(_ entry: ReportEntry, _ requirements: [String: RequirementSummary]) -> [String] {
    let (chapter, group, id) = entry.nameParts
    let attributes = XMLText.attributes([
      "classname": group.isEmpty ? chapter : "\(chapter).\(group)", "name": id,
      "time": time(entry.seconds),
    ])
    return ["    <testcase\(attributes)>"] + outcome(entry, requirements) + [facts(entry)]
      + ["    </testcase>"]
  }

  /// What is known of a case, as what it printed: strict readers know neither properties of a test nor its place.
  private static func facts(_ entry: ReportEntry) -> String {
    let facts = [
      "case: \(entry.name)", "title: \(entry.title)", "level: \(entry.level.rawValue)",
      "verdict: \(entry.verdict.rawValue)",
      "requirements: \(entry.requirements.joined(separator: ", "))",
      "at: \(entry.location.file):\(entry.location.line)",
    ]
    let text = facts.map(terminalSafe).joined(separator: "\n")
    return "      <system-out>\(XMLText.escape(text))</system-out>"
  }

  private static func outcome(_ entry: ReportEntry, _ requirements: [String: RequirementSummary]) -> [String] {
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
    let text = CaseExplanation(entry, requirements: requirements).text
    return ["      <\(tag)\(attributes)>" + XMLText.escape(text) + "</\(tag)>"]
  }

  private static func properties(_ pairs: [(String, String)], indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return ["\(margin)<properties>"]
      + pairs.map { "\(margin)  <property\(XMLText.attributes(["name": $0, "value": $1]))/>" }
      + ["\(margin)</properties>"]
  }

  /// The whole has no count of what was skipped: strict readers know it for suites alone.
  private static func counts(
    _ entries: [ReportEntry],
    _ seconds: Double,
    problems: Int = 0,
    isWhole: Bool = false
  ) -> String {
    let summary = RunSummary(entries.map(\.verdict))
    let skipped = summary[.unsupported] + summary[.knownFailure]
    return XMLText.attributes([
      "tests": String(summary.selected + problems),
      "failures": String(summary[.failed] + summary[.unexpectedPass]),
      "errors": String(summary[.errored] + problems),
    ]) + (isWhole ? "" : XMLText.attributes(["skipped": String(skipped)]))
      + XMLText.attributes(["time": time(seconds)])
  }

  private static func time(_ seconds: Double) -> String { String(format: "%.6f", seconds) }
}
