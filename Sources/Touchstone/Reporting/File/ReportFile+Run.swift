import JSON

extension ReportFile {
  /// The report on a run, with the sentences of the specification.
  public init(_ report: RunReport, requirements: [String: Requirement]) {
    implementation = report.implementation
    selection = report.selection
    entries = report.verdicts.map(ReportEntry.init)
    classVerdict = report.classVerdict
    staleExpectations = report.staleExpectations.map(\.description)
    unfinished = report.unfinished
    faults = report.faults
    started = report.started
    ended = report.ended
    demands = [:]
    for id in Set(entries.flatMap(\.requirements)) {
      demands[id] = requirements[id].map { Demand(level: $0.level, text: $0.text) }
    }
  }
}

extension ReportEntry {
  /// Answers that are longer stay out of a report, in bytes.
  static let answerLimit = 65_536
  /// How many rows of a comparison are kept.
  static let rowLimit = 400

  /// What is kept of a verdict.
  init(_ verdict: CaseVerdict) {
    let testCase = verdict.testCase
    let story = Story(testCase)
    name = testCase.name
    title = testCase.title
    self.verdict = verdict.verdict
    level = testCase.level
    requirements = testCase.requirements
    location = TextLocation(file: testCase.location.file, line: testCase.location.line)
    setting = story.setting
    given = story.given
    steps = story.steps
    notes = story.notes
    expected = testCase.expectation
    findings = verdict.findings
    reason = verdict.reason
    known = verdict.known
    log = verdict.log
    // To the microsecond: what is finer is noise.
    let (whole, fraction) = verdict.duration.components
    seconds = Double(whole) + Double(fraction / 1_000_000_000_000) / 1_000_000
    rows = verdict.trail.map { ComparisonRow.kept($0.trailRows()) } ?? []
    omittedLength = verdict.omittedLength
    guard let answer = verdict.result?.message else { return }
    let length = answer.text().utf8.count
    if length <= Self.answerLimit { actual = answer } else { omittedLength = length }
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
  init(expected: String?, actual: String?, isSame: Bool) {
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
