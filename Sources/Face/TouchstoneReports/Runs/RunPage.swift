import Formats
import JSON
import Mustache
import OrderedCollections
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
      "title": title, "data": data, "runs": zip(reports, names).map(Self.run), "chapters": chapters,
      "isComparison": reports.count > 1,
    ]
  }

  private var title: String {
    reports.count == 1 ? reports[0].title : "\(reports.count) runs side by side"
  }

  /// The data as it may stand in a script element: there is no `<` in it that could end the element.
  private var data: String {
    RunPageData(reports: reports, names: names).json.text().replacing("<", with: #"\u003c"#)
  }

  /// What the head of the page says of one run.
  private static func run(_ report: ReportFile, name: String) -> [String: Any] {
    let selection = report.selection
    let time = report.started.description.prefix(16).replacing("T", with: " ")
    var facts = ["\(time) UTC"] + selection.facts
    facts += selection.folder.map { ["cases of \(Abbreviation.shorten($0))"] } ?? []
    let summary = report.summary
    var run: [String: Any] = [
      "name": name, "isAsExpected": report.isAsExpected,
      "classSentence": Abbreviation.shorten(report.classSentence, to: 600),
      "facts": facts.joined(separator: " · "),
      "verdicts": verdicts(of: summary) { $0 == .passed || summary[$0] > 0 },
      "segments": segments(of: summary),
      "faults": report.faults.map { Abbreviation.shorten($0, to: 600) },
      "gaps": report.gaps.map { Abbreviation.shorten($0, to: 600) },
      "stale": report.staleExpectations.map { Abbreviation.shorten($0, to: 400) },
    ]
    if !report.notRun.isEmpty {
      run["unfinished"] = "Not all was run, \(report.stop.reason): \(report.sumSentence)"
    }
    return run
  }

  private static func verdicts(
    of summary: RunSummary,
    where isShown: (Verdict) -> Bool
  ) -> [[String: Any]] {
    Verdict.allCases.filter(isShown).map {
      ["verdict": $0.rawValue, "sign": $0.sign, "word": $0.phrase, "count": summary[$0]]
    }
  }

  /// The pieces of a bar that shows shares, in thousandths of its width.
  private static func segments(of summary: RunSummary) -> [[String: Any]] {
    var before = 0
    return Verdict.allCases.filter { summary[$0] > 0 }.map { verdict in
      let start = before * 1000 / summary.selected
      before += summary[verdict]
      let width = before * 1000 / summary.selected - start
      return ["verdict": verdict.rawValue, "start": start, "width": width]
    }
  }

  /// The rows of the table of chapters, with a cell for each run.
  private var chapters: [[String: Any]] {
    let summaries = reports.map { $0.chapters.mapValues { RunSummary($0.map(\.verdict)) } }
    return OrderedSet(summaries.flatMap(\.keys)).map { name in
      [
        "name": terminalSafe(name),
        "cells": summaries.map { Self.cell($0[name] ?? RunSummary([])) },
      ]
    }
  }

  private static func cell(_ summary: RunSummary) -> [String: Any] {
    [
      "isEmpty": summary.selected == 0, "passed": summary[.passed], "selected": summary.selected,
      "others": verdicts(of: summary) { $0 != .passed && summary[$0] > 0 },
      "segments": segments(of: summary),
    ]
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
  /// The words for it in the middle of a line.
  fileprivate var phrase: String {
    switch self {
    case .knownFailure: "known to fail"
    case .unexpectedPass: "passed unexpectedly"
    default: rawValue
    }
  }
}
