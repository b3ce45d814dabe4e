import Formats
import JSON
import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// The form of Spec, "The JSON report", a verdict a line, so that lines can be searched and compared.
  package var jsonText: String {
    let sentences = sentences.map { "  \(JSON.string($0.key)): \($0.value)" }
    let verdicts = entries.map { "  \($0.json)" }
    return """
      {"version": \(Self.version),
      "run": \(run),
      "requirements": {
      \(sentences.joined(separator: ",\n"))
      },
      "verdicts": [
      \(verdicts.joined(separator: ",\n"))
      ],
      "summary": \(summary.json)}

      """
  }

  private var run: JSON {
    var object: JSONObject = [
      "implementation": implementation.json, "edition": .string(selection.edition),
      "selection": selection.json, "start": .string(started.description),
      "end": .string(ended.description), "complete": .bool(notRun.isEmpty),
      "class": classVerdict.json,
    ]
    if !notRun.isEmpty {
      object["unfinished"] = .int(Int64(notRun.count))
      object["stop"] = .string(stop.rawValue)
      object["notRun"] = .strings(notRun)
    }
    if !faults.isEmpty { object["faults"] = .strings(faults) }
    if !gaps.isEmpty { object["gaps"] = .strings(gaps) }
    if !staleExpectations.isEmpty { object["staleExpectations"] = .strings(staleExpectations) }
    return .object(object)
  }

  private var sentences: JSONObject {
    var object: JSONObject = [:]
    for (id, sentence) in requirements.sorted(by: { $0.key < $1.key }) {
      var summary: JSONObject = [
        "level": .string(sentence.level.rawValue), "text": .string(sentence.text),
      ]
      if sentence.likeness > 0 { summary["likeness"] = .double(sentence.likeness) }
      object[id] = .object(summary)
    }
    return object
  }
}

extension RunSummary {
  var json: JSON {
    var object: JSONObject = ["selected": .int(Int64(selected))]
    for verdict in Verdict.allCases { object[verdict.rawValue] = .int(Int64(self[verdict])) }
    return .object(object)
  }
}

extension ImplementationInfo {
  fileprivate var json: JSON {
    [
      "name": .string(name), "version": .string(version), "language": .string(language),
      "editions": .strings(editions), "classes": .strings(classes), "features": .strings(features),
    ]
  }
}

extension RunSelection {
  fileprivate var json: JSON {
    var object: JSONObject = ["class": .string(conformanceClass), "edition": .string(edition)]
    if !filters.isEmpty { object["filters"] = .strings(filters) }
    if !exclusions.isEmpty { object["excluded"] = .strings(exclusions) }
    object["profile"] = (profile?.rawValue).map(JSON.string)
    object["failedIn"] = (earlier?.report).map(JSON.string)
    object["cases"] = folder.map(JSON.string)
    return .object(object)
  }
}

extension ClassVerdict {
  fileprivate var json: JSON {
    switch self {
    case .achieved(let features): ["verdict": "achieved", "without": .strings(features)]
    case .notAchieved(let missing): ["verdict": "not-achieved", "missing": .int(Int64(missing))]
    case .notJudged: ["verdict": "not-judged"]
    }
  }
}

extension ReportEntry {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "case": .string(name), "title": .string(title), "verdict": .string(verdict.rawValue),
      "level": .string(level.rawValue), "requirements": .strings(requirements),
      "location": ["file": .string(location.file), "line": .int(Int64(location.line))],
    ]
    object["reason"] = reason.map(JSON.string)
    object["known"] = known.map(JSON.string)
    object["log"] = log.map(JSON.string)
    object["findings"] = .array(
      findings.map { finding in
        var members: JSONObject = [
          "place": .string(finding.place), "message": .string(finding.message),
        ]
        members["requirement"] = finding.requirement.map(JSON.string)
        return .object(members)
      }
    )
    object["seconds"] = .double(seconds)
    object["story"] = .object(story)
    if !failing.isEmpty { object["failing"] = .array(failing.map { .int(Int64($0)) }) }
    object["expected"] = expected
    object["actual"] = actual
    object["omitted"] = omittedLength.map { .int(Int64($0)) }
    if !rows.isEmpty { object["comparison"] = .array(rows.map(\.json)) }
    return .object(object)
  }

  /// The parts of the story that there are.
  var story: JSONObject {
    let parts = [("setting", setting), ("given", given), ("steps", steps), ("notes", notes)]
    return JSONObject(uniqueMembers: parts.filter { !$1.isEmpty }.map { ($0, .strings($1)) })
  }
}

extension ComparisonRow {
  /// A string where both sides read the same, otherwise what there is of them.
  var json: JSON {
    if mark == .same, let expected, expected == actual { return .string(expected) }
    var object: JSONObject = [:]
    object["expected"] = expected.map(JSON.string)
    object["actual"] = actual.map(JSON.string)
    if mark == .same { object["same"] = true }
    return .object(object)
  }
}

extension JSON {
  static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}
