import Formats
import JSON
import OrderedCollections
import Pages
import Touchstone
import TouchstoneExplaining
import TouchstoneExplore
import TouchstoneReports

/// What came of random programs: how many ran, in which ways the sides differ, and what was covered.
struct ExplorationReport: Sendable {
  let exploration: Exploration
  /// The sentences of requirements, by id.
  let requirements: [String: RequirementSummary]
  /// What went wrong outside of any program.
  let faults: [String]
  /// What is written beside the title, such as how the programs can be run again.
  let entries: [ReportEntry]

  /// A report with the sentences of the specification.
  init(
    _ exploration: Exploration,
    requirements: [String: Requirement],
    faults: [String] = []
  ) {
    self.exploration = exploration
    self.requirements = requirements.mapValues(\.summary)
    self.faults = faults
    entries = exploration.differences.map { difference in
      var entry = ReportEntry(difference.verdict)
      entry.notes = Self.notes(on: difference)
      return entry
    }
  }

  /// A difference in a line, until the report tells all of it.
  static func brief(_ difference: Difference) -> String {
    let what = difference.verdict.findings.first?.line ?? difference.verdict.reason ?? ""
    return terminalSafe("seed \(difference.seeds[0]): \(what)")
  }

  private static func notes(on difference: Difference) -> [String] {
    let count = difference.seeds.count
    let more = count > 1 ? ", and \(count - 1) more of the programs come down to it" : ""
    let size =
      difference.isMinimal
      ? "Nothing of this program can be left out."
      : "There was no time left to look for a smaller program."
    return [
      size, "The seed is \(difference.seeds[0])\(more).",
      difference.testCase.requirements.isEmpty
        ? "No model with a single fault gives this answer."
        : "The requirements are those of models with a single fault that give the same answer.",
    ]
  }

  /// The differences by their causes, in the order of the first ones.
  private var causes: [FailureCause] {
    let pairs = zip(exploration.differences, entries)
    return OrderedDictionary(grouping: pairs, by: \.0.cause).values
      .map { FailureCause(entries: $0.map(\.1)) }
  }

  /// `3 differences in 10000 programs (412 a second)`.
  var sumSentence: String {
    let count = Plural.of(exploration.differences.count, "difference")
    return
      "\(count) in \(Plural.of(exploration.count, "program")), \(Int(exploration.rate)) a second"
  }

  /// Seed, edition and class: what it takes to run the same programs again.
  var setting: String {
    let settings = exploration.settings
    return "seed \(exploration.seed), class \(settings.conformanceClass.rawValue), edition "
      + "\(settings.edition.rawValue), generator \(ExploreSettings.generatorVersion)"
  }

  /// What the counts leave out.
  var remarks: [String] {
    var remarks = exploration.remarks
    if exploration.unsupported > 0 {
      remarks.append("\(Plural.of(exploration.unsupported, "program")) not supported")
    }
    if exploration.shortened > 0 {
      let count = Plural.of(exploration.shortened, "program")
      remarks.append("\(count) compared without the steps that are not supported")
    }
    if exploration.leftOut > 0 {
      remarks.append("\(Plural.of(exploration.leftOut, "program")) left out: they say nothing")
    }
    for (cause, count) in exploration.knownCauses.sorted(by: { $0.key < $1.key }) {
      remarks.append("known, in \(Plural.of(count, "program")): \(cause)")
    }
    if exploration.isStopped {
      remarks.append("ended early, because \(exploration.shrunk) programs differed")
    }
    if exploration.isInterrupted { remarks.append("interrupted") }
    return (remarks + faults).map(terminalSafe)
  }

  private var coverage: [(requirements: [String], sentence: String, count: Int)] {
    exploration.coverage.rows(of: exploration.settings.conformanceClass)
  }

  /// The conditions with how often they were met.
  var coverageRows: [(ids: String, sentence: String, count: Int)] {
    coverage.map {
      ($0.requirements.joined(separator: " "), $0.sentence, $0.count)
    }
  }
}

extension ExplorationReport: Report {
  static var formats: [ReportFormat<ExplorationReport>] {
    [.json, .junit, .markdown, .html]
  }

  var title: String {
    Abbreviation.shorten("Random programs on \(exploration.subject.name)", to: 120)
  }

  var isAsExpected: Bool { exploration.differences.isEmpty && faults.isEmpty }
  var outcome: String { isAsExpected ? "No difference" : "Differences" }
  var statements: [String] { [sumSentence, setting] }
  var subjects: [String] { [] }

  var overview: ReportTable? { ReportTable(conditions: coverageRows) }

  var sections: [ReportSection] {
    [
      .list(title: "Remarks", remarks),
      .explained(title: "Differences", causes, requirements: requirements),
    ]
  }

  var suites: TestSuites {
    TestSuites(differences: entries, setting: setting, requirements: requirements)
  }

  var jsonText: String { json.text(.pretty) + "\n" }

  private var json: JSON {
    let settings = exploration.settings
    return [
      "version": 1, "implementation": .string(exploration.subject.name),
      "generator": .int(Int64(ExploreSettings.generatorVersion)),
      // As a text: a seed has 64 bits without a sign.
      "seed": .string(String(exploration.seed)), "edition": .string(settings.edition.rawValue),
      "class": .string(settings.conformanceClass.rawValue),
      "features": settings.features.map(\.rawValue).sorted().fieldJSON,
      "programs": [
        "run": .int(Int64(exploration.count)), "agreed": .int(Int64(exploration.agreed)),
        "differed": .int(Int64(exploration.differing)),
        "unsupported": .int(Int64(exploration.unsupported)),
        "leftOut": .int(Int64(exploration.leftOut)),
      ],
      "seconds": .double((exploration.duration / .milliseconds(1)).rounded() / 1000),
      "known": .object(
        JSONObject(
          uniqueMembers: exploration.knownCauses.sorted { $0.key < $1.key }
            .map { ($0.key, JSON.int(Int64($0.value))) }
        )
      ),
      "remarks": remarks.fieldJSON,
      "differences": .array(
        exploration.differences.map { difference in
          [
            "seeds": difference.seeds.map { String($0) }.fieldJSON,
            "minimal": .bool(difference.isMinimal), "cause": .string(difference.cause),
            "requirements": difference.testCase.requirements.fieldJSON,
            "findings": difference.verdict.findings.map(\.line).fieldJSON,
            "reason": difference.verdict.reason.map(JSON.string) ?? .null,
            "group": difference.groupFile,
            "actual": difference.verdict.result?.message ?? .null,
          ]
        }
      ),
      "coverage": .array(
        coverage.map { row in
          [
            "requirements": row.requirements.fieldJSON, "condition": .string(row.sentence),
            "met": .int(Int64(row.count)),
          ]
        }
      ),
    ]
  }

  var page: Page {
    let rows = coverageRows.map { row -> HTML in
      "<tr><td>\(row.ids)</td><td>\(row.sentence)</td><td class=\"n\">\(row.count)</td></tr>\n"
    }
    let differences = causes.map { cause -> HTML in
      let lines = cause.explanation(requirements: requirements).joined(separator: "\n")
      return "<h2>\(cause.entries[0].name)</h2>\n<pre>\(lines)</pre>\n"
    }
    let remarks = remarks.map { remark -> HTML in "<li>\(remark)</li>" }
    return Page(
      title: title,
      .inside(style: Asset.trailStyle),
      body: """
        <main>
        <h1>\(title)</h1>
        <p class="sum \(isAsExpected ? "sound" : "error")">\(sumSentence)</p>
        <p class="scope">\(setting)</p>
        <ul>\(remarks)</ul>
        \(differences)
        <h2>Covered</h2>
        <table><thead><tr><th>requirements</th><th>condition</th><th class="n">met</th></tr></thead>
        <tbody>\(rows)</tbody></table>
        </main>
        """
    )
  }

  func lines(style: ConsoleStyle) -> [String] {
    var lines = [style.paint(title, .bold), setting]
    for cause in causes {
      lines += [""] + cause.explanation(requirements: requirements, style: style)
    }
    lines += ["", style.paint("Covered", .bold)] + coverageLines
    lines += remarks.isEmpty ? [] : [""] + remarks
    return lines + ["", style.paint(sumSentence, isAsExpected ? .green : .red)]
  }

  private var coverageLines: [String] {
    let rows = coverageRows
    let met = rows.filter { $0.count > 0 }.sorted { $0.count > $1.count }
    let width = String(met.first?.count ?? 0).count
    // One program meets so little that the rest says nothing.
    let missed = exploration.count == 1 ? [] : rows.filter { $0.count == 0 }.map(\.sentence)
    return met.map { row in
      let count = String(row.count)
      return "  " + String(repeating: " ", count: width - count.count) + count
        + "× \(row.sentence) (\(row.ids))"
    }
      + (missed.isEmpty
        ? [] : Paragraph.lines(of: "  never: " + missed.joined(separator: "; "), hanging: 4))
  }
}
