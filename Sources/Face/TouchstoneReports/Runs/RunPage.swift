import JSON
import Formats
import OrderedCollections
import Pages
import Touchstone
import TouchstoneExplaining

/// A page about one report or several: the outline is markup, all that the reports say is data or escaped text.
struct RunPage {
  let reports: [ReportFile]
  /// What each of them is called.
  private let names: [String]

  /// A page about these reports, those of one implementation under the names of their files.
  init(reports: [ReportFile]) {
    self.reports = reports
    let titles = reports.map(\.title)
    names = reports.map { report in
      let isAlone = titles.count { $0 == report.title } == 1
      return isAlone
        ? report.title : report.path.map { "\(report.title), \(terminalSafe($0))" } ?? report.title
    }
  }

  var page: Page {
    Page(title: title, .inside(style: Self.style, script: Self.script), body: body)
  }

  private static let style = Asset.base + Asset.text("run.css")
  private static let script = Asset.text("run.js")

  private var isComparison: Bool { reports.count > 1 }

  private var title: String {
    isComparison ? "\(reports.count) runs side by side" : reports[0].title
  }

  private var body: HTML {
    let data = RunPageData(reports: reports, names: names).json
    return """
      <a class="skip" href="#cases">Skip to the cases</a>
      <header class="head">
      <p class="brand">Touchstone <span>conformance report</span></p>
      <h1>\(title)</h1>
      <div class="runs">
      \(zip(reports, names).map(outcome))</div>
      </header>
      <section class="overview\(isComparison ? " many" : "")" aria-labelledby="overview">
      <h2 id="overview">Chapters</h2>
      <div class="table" tabindex="0" role="region" aria-labelledby="overview">
      <table>
      <thead><tr><th scope="col">Chapter</th>\(names.map(columnHead))</tr></thead>
      <tbody>
      \(chapters)</tbody>
      </table>
      </div>
      </section>
      <main id="cases" tabindex="-1">
      <noscript><p class="notice">The cases are shown by a script of this page, which this browser does not run. All of \
      them are in the JSON report.</p></noscript>
      </main>
      <script type="application/json" id="data">\(HTML(scriptData: data))</script>
      """
  }

  /// What the head of the page says of one run.
  private func outcome(_ report: ReportFile, name: String) -> HTML {
    let selection = report.selection
    let time = report.started.description.prefix(16).replacing("T", with: " ")
    let folder = selection.folder.map { ["cases of \(Abbreviation.shorten($0))"] } ?? []
    let facts = ["\(time) UTC"] + selection.facts + folder
    let summary = report.summary
    let heading: HTML = isComparison ? "<h2>\(name)</h2>" : ""
    let outcome = report.isAsExpected ? ("good", "As expected") : ("bad", "Not as expected")
    let counts = Verdict.allCases.filter { $0 == .passed || summary[$0] > 0 }.map {
      verdict -> HTML in
      """
      <li class="v-\(verdict.rawValue)">\(verdict.signed) <b>\(summary[verdict])</b> \(verdict.phrase)</li>

      """
    }
    let warnings = Self.warnings(of: report).map { "<p class=\"stale\">\($0)</p>\n" as HTML }
    return """
      <section class="run">
      \(heading)
      <p class="outcome \(outcome.0)">\(outcome.1)</p>
      <p class="class">\(Abbreviation.shorten(report.classSentence, to: 600))</p>
      \(Self.bar(summary))
      <ul class="counts">
      \(counts)</ul>
      \(warnings)\
      <p class="facts">\(facts.joined(separator: " · "))</p>
      </section>

      """
  }

  /// What a reader of the outcome has to know as well.
  private static func warnings(of report: ReportFile) -> [String] {
    let unfinished =
      report.notRun.isEmpty
      ? [] : ["Not all was run, \(report.stop.reason): \(report.sumSentence)"]
    return unfinished
      + report.faults.map { "Outside of any case: \(Abbreviation.shorten($0, to: 600))" }
      + report.gaps.map { "Not run, and had to be: \(Abbreviation.shorten($0, to: 600))" }
      + (report.leftBehind.map { ["Behind the last case: \(Abbreviation.shorten($0, to: 600))"] }
        ?? [])
      + report.staleExpectations.map {
        "Known failure that does not hold: \(Abbreviation.shorten($0, to: 400))"
      }
  }

  /// A bar that shows shares, in thousandths of its width.
  private static func bar(_ summary: RunSummary) -> HTML {
    var before = 0
    let pieces = Verdict.allCases.filter { summary[$0] > 0 }.map { verdict -> HTML in
      let start = before * 1000 / summary.selected
      before += summary[verdict]
      let width = before * 1000 / summary.selected - start
      return """
        <rect class="v-\(verdict.rawValue)" x="\(start)" width="\(width)" height="1"/>
        """
    }
    return """
      <svg class="bar" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">\(pieces)</svg>
      """
  }

  private func columnHead(_ name: String) -> HTML {
    "<th scope=\"col\">\(isComparison ? name : "Passed")</th>"
  }

  /// The rows of the table of chapters, with a cell for each run.
  private var chapters: [HTML] {
    let summaries = reports.map { $0.chapters.mapValues { RunSummary($0.map(\.verdict)) } }
    return OrderedSet(summaries.flatMap(\.keys)).map { chapter in
      let name = terminalSafe(chapter)
      let cells = summaries.map { "<td>\(Self.cell($0[chapter]))</td>" as HTML }
      return "<tr><th scope=\"row\" data-chapter=\"\(name)\">\(name)</th>\(cells)</tr>\n"
    }
  }

  private static func cell(_ summary: RunSummary?) -> HTML {
    guard let summary, summary.selected > 0 else { return "–" }
    let others = Verdict.allCases.filter { $0 != .passed && summary[$0] > 0 }.map {
      verdict -> HTML in
      """
       <span class="v-\(verdict.rawValue)">\(verdict.signed) \(summary[verdict]) \
      <span class="word">\(verdict.phrase)</span></span>
      """
    }
    return """
      \(bar(summary))<span class="ratio"><b>\(summary[.passed])</b>/\(summary.selected)</span>\(others)
      """
  }
}

extension RunSelection {
  /// What narrows it down, for people.
  fileprivate var facts: [String] {
    let failed = (earlier?.report).map { ["failed in \(Abbreviation.shorten($0))"] } ?? []
    return filters.map { "filter \(Abbreviation.shorten($0))" }
      + exclusions.map { "without \(Abbreviation.shorten($0))" } + failed
  }
}

extension Verdict {
  /// Its sign, which a screen reader passes over: the words follow.
  fileprivate var signed: HTML { "<span class=\"sign\" aria-hidden=\"true\">\(sign)</span>" }

  /// The words for it in the middle of a line.
  fileprivate var phrase: String {
    switch self {
    case .knownFailure: "known to fail"
    case .unexpectedPass: "passed unexpectedly"
    default: rawValue
    }
  }
}
