import Formats
import JSON
import Mustache
import Touchstone

/// A page about one report or several: the outline is markup, all that the reports say is data or escaped text.
struct RunPage {
  let reports: [ReportFile]

  init(_ reports: [ReportFile]) { self.reports = reports }

  var page: Page {
    Page(
      title: title,
      .inside(style: Self.style, script: Self.script),
      markup: Self.template.render(context)
    )
  }

  private static let template = Asset.template("run.mustache")
  private static let style = Asset.base + Asset.text("run.css")
  private static let script = Asset.text("run.js")

  private var context: [String: Any] {
    [
      "title": title, "data": data, "runs": reports.map(RunContext.init),
      "chapters": ChapterContext.all(of: reports), "isComparison": reports.count > 1,
    ]
  }

  private var title: String {
    reports.count == 1 ? reports[0].title : "\(reports.count) runs side by side"
  }

  /// The data as it may stand in a script element: there is no `<` in it that could end the element.
  private var data: String {
    RunPageData(reports).json.text().replacing("<", with: #"\u003c"#)
  }
}

/// What the head of the page says of one run.
private struct RunContext {
  let name: String
  let isAsExpected: Bool
  let classSentence: String
  let facts: String
  let verdicts: [VerdictContext]
  let segments: [SegmentContext]
  let unfinished: String?
  let faults: [String]
  let stale: [String]

  init(_ report: ReportFile) {
    name = report.title
    isAsExpected = report.isAsExpected
    classSentence = Abbreviation.shorten(report.classSentence, to: 600)
    let selection = report.selection
    var facts = [report.started.description.prefix(16).replacing("T", with: " ") + " UTC"]
    facts += selection.filter.map { ["filter \(Abbreviation.shorten($0))"] } ?? []
    facts += selection.folder.map { ["cases of \(Abbreviation.shorten($0))"] } ?? []
    self.facts = facts.joined(separator: " · ")
    let summary = report.summary
    verdicts = VerdictContext.all(of: summary).filter { $0.verdict == "passed" || $0.count > 0 }
    segments = SegmentContext.all(of: summary)
    unfinished = report.unfinished > 0 ? "The run was interrupted: \(report.sumSentence)" : nil
    faults = report.faults.map { Abbreviation.shorten($0, to: 600) }
    stale = report.staleExpectations.map { Abbreviation.shorten($0, to: 400) }
  }
}

private struct VerdictContext {
  let verdict: String
  let sign: String
  let word: String
  let count: Int

  static func all(of summary: RunSummary) -> [VerdictContext] {
    Verdict.allCases.map {
      VerdictContext(verdict: $0.rawValue, sign: $0.sign, word: $0.phrase, count: summary[$0])
    }
  }
}

/// A piece of a bar that shows shares, in thousandths of its width.
private struct SegmentContext {
  let verdict: String
  let start: Int
  let width: Int

  static func all(of summary: RunSummary) -> [SegmentContext] {
    var before = 0
    return Verdict.allCases.compactMap { verdict in
      guard summary[verdict] > 0 else { return nil }
      let start = before * 1000 / summary.selected
      before += summary[verdict]
      let end = before * 1000 / summary.selected
      return SegmentContext(verdict: verdict.rawValue, start: start, width: end - start)
    }
  }
}

/// A row of the table of chapters.
private struct ChapterContext {
  let name: String
  let cells: [CellContext]

  static func all(of reports: [ReportFile]) -> [ChapterContext] {
    let chapters = reports.map(ReportChapter.all)
    var names: [String] = []
    var known: Set<String> = []
    for chapter in chapters.joined() where known.insert(chapter.name).inserted {
      names.append(chapter.name)
    }
    let summaries = chapters.map { list in
      Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.summary) })
    }
    return names.map { name in
      ChapterContext(
        name: terminalSafe(name),
        cells: summaries.map { CellContext($0[name] ?? RunSummary([])) }
      )
    }
  }
}

private struct CellContext {
  let isEmpty: Bool
  let passed: Int
  let selected: Int
  let others: [VerdictContext]
  let segments: [SegmentContext]

  init(_ summary: RunSummary) {
    isEmpty = summary.selected == 0
    passed = summary[.passed]
    selected = summary.selected
    others = VerdictContext.all(of: summary).filter { $0.verdict != "passed" && $0.count > 0 }
    segments = SegmentContext.all(of: summary)
  }
}

extension Verdict {
  /// The words for it in the middle of a line.
  fileprivate var phrase: String {
    switch self {
    case .knownFailure: "known to fail"
    case .unexpectedPass: "passed unexpectedly"
    default: rawValue
    }
  }
}
