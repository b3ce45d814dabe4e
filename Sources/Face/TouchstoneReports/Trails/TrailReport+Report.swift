import Formats
import JSON

package import Pages
import Touchstone
package import TouchstoneExplaining
package import TrailCheck
import TrailReading

extension TrailReport: Report {
  package static var formats: [ReportFormat<TrailReport>] {
    [.json, .junit, .markdown, .html, .sarif]
  }

  package var title: String { "Check of a trail" }
  package var isAsExpected: Bool { isPassed }
  package var outcome: String {
    if !isSound { return "Errors" }
    if provenance.differences?.isEmpty == false { return "Changed files" }
    return isPassed ? "No error" : "Warnings"
  }
  package var statements: [String] { [sumSentence, conclusion, scopeSentence] }
  package var subjects: [String] { Array(inputs.prefix(20)) }
  package var jsonText: String { json.text(.pretty) + "\n" }
  package var page: Page { TrailPage(report: self).page }

  package func lines(style: ConsoleStyle) -> [String] {
    TrailText(report: self, style: style).lines
  }

  package var overview: ReportTable? {
    let kinds = kinds
    guard !kinds.isEmpty else { return nil }
    return ReportTable(
      columns: ["level", "code", "count", "requirement", "what was found"].map {
        ReportTable.Column(title: $0, isNumber: $0 == "count")
      },
      rows: kinds.map { kind in
        [
          .text(kind.levelWord), .text(kind.code.rawValue), .number(kind.count),
          .text(kind.code.requirement), .text(kind.code.meaning),
        ]
      }
    )
  }

  package var sections: [ReportSection] {
    kinds.map { kind in
      let reasons = kind.reasons.map { ReportItem(text: "\($0.title): \($0.text)") }
      let items = kind.groups.map { ReportItem(text: $0.line, points: $0.chain) }
      let more = kind.more.map { [ReportItem(text: $0)] } ?? []
      return .folded(
        title: "\(kind.count)× \(kind.code.rawValue): \(kind.code.meaning)",
        reasons + items + more,
        room: MarkdownReport.listRoom
      )
    } + [.folded(title: "Provenance", provenanceItems, room: MarkdownReport.listRoom)]
      + balanceSection
      + TrailBlindSpots.tables.map { table in
        .folded(
          title: table.title,
          [ReportItem(text: table.introduction)]
            + table.rows.map { ReportItem(text: "\($0.what): \($0.why)") },
          room: MarkdownReport.listRoom
        )
      }
  }

  private var balanceSection: [ReportSection] {
    guard let balance else { return [] }
    let items = BalanceWording(balance: balance).lines.map { ReportItem(text: $0) }
    return [.folded(title: "Balance", items, room: MarkdownReport.listRoom)]
  }

  private var provenanceItems: [ReportItem] {
    let wording = ProvenanceWording(report: self)
    return wording.rows.map { ReportItem(text: "\($0.title): \($0.text)") }
      + wording.files.map { ReportItem(text: "\($0.name): \($0.size), \($0.digest)") }
  }

  private var properties: [(name: String, value: String)] {
    let wording = ProvenanceWording(report: self)
    return wording.rows.map { ($0.title, $0.text) }
      + wording.files.map { ("File", "\($0.name): \($0.size), \($0.digest)") }
  }

  /// A suite a level, a test a code, which fails if it was found as an error.
  package var suites: TestSuites {
    let found = Dictionary(grouping: kinds, by: \.code)
    let stages =
      FindingCode.Stage.levels.filter { $0 <= stage } + (balance == nil ? [] : [.state])
    let suites = stages.map { stage in
      let codes = FindingCode.allCases.filter { $0.stage == stage }
      return TestSuites.Suite(
        name: stage.rawValue,
        properties: stage == .document ? properties : [],
        tests: codes.map { code in
          TestSuites.Test(
            group: stage.rawValue,
            name: code.rawValue,
            marks: found[code, default: []].map { $0.mark(failingFrom: failingLevel) }
          )
        }
      )
    }
    return TestSuites(name: "touchstone check", suites: suites.filter { !$0.tests.isEmpty })
  }
}

extension TrailReport {
  /// All that was found of one code at one level.
  struct CodeFindings {
    let code: FindingCode
    /// `error`, `warning` or `info`.
    let level: String
    let count: Int
    let examples: [TrailFinding]

    /// What the level is called for people.
    var levelWord: String { level == FindingCode.Level.info.rawValue ? "note" : level }

    /// The examples, those that say the same together.
    var groups: [FindingGroup] { FindingGroup.groups(of: examples) }

    /// What follows, what may explain it, the sentence of the specification that it is about, and why more is asked.
    var reasons: [(title: String, text: String)] {
      let text = [
        ("What follows", code.entry.consequence), ("What may explain it", code.entry.explanation),
      ]
      let requirement = TrailReport.requirements[code.requirement].map {
        [("The specification, \(code.requirement)", $0.text)]
      }
      let isClaimed = level == FindingCode.Level.error.rawValue && code.level < .error
      let claim = [
        ("Why it is an error", "With --complete, what SHOULD be in any trail must be in this one.")
      ]
      return text + (requirement ?? []) + (isClaimed ? claim : [])
    }

    /// What the examples leave out.
    var more: String? {
      examples.count < count
        ? "… and \(count - examples.count) more (--max-findings)" : nil
    }

    /// How many findings a build server is shown of a code.
    private static let markLimit = 200

    fileprivate func mark(failingFrom failingLevel: FindingCode.Level) -> TestSuites.Mark {
      let groups = groups
      let others = groups.count - Self.markLimit
      var lines = reasons.map { "\($0.title): \($0.text)" }
      for group in groups.prefix(Self.markLimit) { lines += [group.line] + group.chain }
      if others > 0 { lines.append("… and \(others) more (the JSON report has them)") }
      if let more { lines.append(more) }
      let text = lines.joined(separator: "\n")
      guard FindingCode.Level(rawValue: level).map({ $0 >= failingLevel }) == true else {
        return TestSuites.Mark(kind: .output, text: text)
      }
      let message = "\(count)× \(code.meaning)"
      return TestSuites.Mark(kind: .failure, message: message, type: code.requirement, text: text)
    }
  }

  /// What was found, in the order in which it is told.
  var kinds: [CodeFindings] {
    findings.kinds.map { kind in
      CodeFindings(
        code: kind.code,
        level: kind.level.rawValue,
        count: findings.counts[kind] ?? 0,
        examples: findings.examples(of: kind)
      )
    }
  }

  /// `12 documents`, with what was found: the sentence that every report begins with.
  var sumSentence: String {
    let levels = FindingCode.Level.allCases.map { level in
      Plural.of(findings.count(of: level), level == .info ? "note" : level.rawValue)
    }
    return "\(Plural.of(documents, "document")): " + levels.joined(separator: ", ")
  }

  /// What the findings mean for someone who relies on the trail.
  var conclusion: String {
    guard documents > 0 else { return "No document was read, so nothing is known about the trail." }
    let isTrailSound = findings.kinds.allSatisfy { $0.level < .error || $0.code.stage == .state }
    if !isSound, isTrailSound {
      return "Nothing in the trail itself is wrong for certain, but it does not account for the "
        + "database: each error has to be explained before one of them is relied on."
    }
    if !isSound {
      return "The trail is not, or no longer, what a conforming recorder writes: "
        + "each error has to be explained before the trail is relied on."
    }
    let warnings = findings.count(of: .warning)
    if warnings > 0 {
      return "Nothing in the trail is wrong for certain. "
        + "\(Plural.of(warnings, "warning")) should be explained."
    }
    return "Nothing in the trail contradicts the specification, as far as it was looked at."
  }

  /// How many classes have objects that were not followed, since they have no key.
  var unfollowed: Int { findings.count(of: .classUnfollowed) }

  /// What the trail was checked against.
  var scopeSentence: String {
    "edition \(edition.rawValue), levels up to \(stage.rawValue)"
      + (isComplete ? ", taken as complete" : "")
      // Without a schema, no other objects are followed.
      + (isComplete && provenance.schema == nil ? " of objects whose primary key is _id" : "")
      + (isComplete && !provenance.primaryKeys.isEmpty ? " or named" : "")
      + (isComplete && unfollowed > 0
        ? ", not of \(Plural.of(unfollowed, "class", "classes")) without such a key" : "")
  }

  /// The requirements of the built-in specification, which findings cite.
  static let requirements: [String: Requirement] =
    Specification(files: SuiteText.embeddedSpecification).requirements
}

extension TrailFinding {
  /// The events that disagree, one a line.
  var chain: [String] {
    related.map { event in
      let time = event.timestamp.map { " at " + Timestamp(milliseconds: $0).description } ?? ""
      let id = event.id.map { " \($0)" } ?? ""
      let grounds = event.event.map { " (\($0.grounds))" } ?? ""
      return "\(event.position): event\(id)\(time)\(grounds) \(event.statement)"
    }
  }

  /// Where an event is missing, in words.
  var missing: String? {
    gap.map { gap in
      guard let after = gap.after else {
        return "if it is right, \(gap.event) is missing before \(gap.before.position)"
      }
      return
        "if both are right, \(gap.event) is missing between \(after.position) and \(gap.before.position)"
    }
  }
}
