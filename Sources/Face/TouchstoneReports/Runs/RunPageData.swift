import Formats
import JSON
import OrderedCollections
import Touchstone
import TouchstoneExplaining

/// What the script of a page works with: every case once, with the verdict of each run.
///
/// Values are laid out as lines here, because numbers of 64 bits do not survive a browser.
struct RunPageData {
  let reports: [ReportFile]
  /// What each of them is called.
  let names: [String]
  /// What is not as expected in any of them, by its cause.
  private let causes: OrderedDictionary<[String], [ReportEntry]>

  init(reports: [ReportFile], names: [String]) {
    (self.reports, self.names) = (reports, names)
    causes = reports.flatMap(\.entries).unexpectedBySymptom
  }

  var json: JSON {
    [
      "runs": .strings(names), "requirements": .object(requirements),
      "causes": .strings(
        causes.values.compactMap(\.first).map { Abbreviation.shorten($0.summary, to: 300) }
      ),
      "cases": cases,
    ]
  }

  private var requirements: JSONObject {
    var object: JSONObject = [:]
    for report in reports {
      for (id, demand) in report.requirements.sorted(by: { $0.key < $1.key })
      where object[id] == nil {
        object[id] = [.string(demand.level.rawValue), .string(demand.text)]
      }
    }
    return object
  }

  private var cases: JSON {
    let names = OrderedSet(reports.flatMap(\.entries).map(\.name))
    let runs = reports.map { Dictionary(grouping: $0.entries, by: \.name) }
    return .array(names.compactMap { name in describe(runs.map { $0[name]?.last }) })
  }

  private func describe(_ verdicts: [ReportEntry?]) -> JSON? {
    guard let entry = verdicts.lazy.compactMap(\.self).first else { return nil }
    var object: JSONObject = [
      "name": .string(entry.name), "title": .string(entry.title),
      "level": .string(entry.level.rawValue), "requirements": .strings(entry.requirements),
      "place": .string("\(entry.location.file):\(entry.location.line)"),
    ]
    for (key, lines) in entry.story where key != "notes" { object[key] = lines }
    let expected = Story.expected(of: entry.expected)
    if !expected.isEmpty { object["expected"] = .strings(expected) }
    object["verdicts"] = .array(
      verdicts.map { entry in
        guard let entry else { return .null }
        let cause = entry.verdict.isUnexpected ? causes.index(forKey: entry.symptom) : nil
        return entry.verdictJSON(cause: cause)
      }
    )
    return .object(object)
  }
}

extension ReportEntry {
  /// The verdict, with the number of its cause.
  fileprivate func verdictJSON(cause: Int?) -> JSON {
    var object: JSONObject = ["verdict": .string(verdict.rawValue)]
    object["cause"] = cause.map { .int(Int64($0)) }
    if !failing.isEmpty { object["failing"] = .array(failing.map { .int(Int64($0)) }) }
    if !notes.isEmpty { object["notes"] = .strings(notes) }
    object["reason"] = reason.map(JSON.string)
    object["known"] = known.map(JSON.string)
    object["log"] = log.map(JSON.string)
    if !findings.isEmpty {
      object["findings"] = .array(findings.map { [.string($0.place), .string($0.message)] })
    }
    if !rows.isEmpty { object["rows"] = .array(rows.map(\.fieldJSON)) }
    if let actual {
      object["answer"] = .string(Layout.lines(of: actual).map(terminalSafe).joined(separator: "\n"))
    }
    object["omitted"] = omittedLength.map { .int(Int64($0)) }
    object["seconds"] = .double(seconds)
    return .object(object)
  }
}
