import JSON
package import Touchstone

extension ReportEntry {
  /// How many rows of a comparison are kept.
  static let rowLimit = 400

  /// What is kept of a verdict.
  package init(_ verdict: CaseVerdict) {
    let testCase = verdict.testCase
    // To the microsecond: what is finer is noise.
    let (whole, fraction) = verdict.duration.components
    self.init(
      name: testCase.name,
      title: testCase.title,
      verdict: verdict.verdict,
      level: testCase.level,
      requirements: testCase.requirements,
      location: TextLocation(file: testCase.location.file, line: testCase.location.line),
      expected: testCase.expectation,
      seconds: Double(whole) + Double(fraction / 1_000_000_000_000) / 1_000_000
    )
    let story = Story(testCase)
    (setting, given, steps) = (story.setting, story.given, story.steps)
    failing = story.stepLines.failing(verdict.findings)
    // The usual causes do not help where the answer is missing or malformed.
    if !verdict.findings.isEmpty, verdict.result?.isWellFormed == true { notes = story.notes }
    (findings, reason) = (verdict.findings, verdict.reason)
    (known, log) = (verdict.known, verdict.log)
    rows = verdict.trail.map { ComparisonRow.kept($0.trailRows()) } ?? []
    omittedLength = verdict.omittedLength
    guard let answer = verdict.result?.message else { return }
    let length = answer.text().utf8.count
    if length <= CaseVerdict.answerLimit { actual = answer } else { omittedLength = length }
  }
}

extension CaseResult {
  /// Whether it keeps the form of answers.
  fileprivate var isWellFormed: Bool {
    switch self {
    case .malformed: false
    case .completed(let steps, _):
      !steps.contains { if case .malformed = $0 { true } else { false } }
    case .openError, .unsupported: true
    }
  }
}

extension ComparisonRow {
  /// As many rows as a report keeps, each with the mark that its two sides tell.
  fileprivate static func kept(_ rows: [ComparisonRow]) -> [ComparisonRow] {
    var kept = rows.prefix(ReportEntry.rowLimit).map { row in
      ComparisonRow(expected: row.expected, actual: row.actual, isSame: row.mark == .same)
    }
    if rows.count > kept.count {
      let isCut = rows.count >= Comparison.rowLimit
      let words = "… \(isCut ? "more than " : "")\(rows.count - kept.count) more lines"
      kept.append(ComparisonRow(expected: words, actual: words, mark: .same))
    }
    return kept
  }

  /// A row whose mark follows from which of its sides there is.
  package init(expected: String?, actual: String?, isSame: Bool) {
    self.expected = expected
    self.actual = actual
    mark =
      switch (expected, actual) {
      case (nil, _): .extra
      case (_, nil): .missing
      case _: isSame ? .same : .different
      }
  }
}
