import Formats
import JSON
import Touchstone
import Trail

/// For programs: every count, and the examples with all their parts.
struct TrailJSONReporter: TrailReporter {
  let format = "json"

  func text(of report: TrailReport) -> String {
    let codes = report.findings.kinds.map { kind in
      JSON.object([
        "code": .string(kind.code.name), "level": .string(kind.level.rawValue),
        "stage": .string(kind.code.stage.rawValue), "requirement": .string(kind.code.requirement),
        "meaning": .string(kind.code.meaning),
        "count": .int(Int64(report.findings.counts[kind] ?? 0)),
        "examples": .array(report.findings.examples(of: kind).map(Self.json)),
      ])
    }
    let json: JSON = [
      "check": [
        "inputs": .array(report.inputs.map { .string($0) }),
        "edition": .string(report.edition.rawValue), "level": .string(report.stage.rawValue),
        "complete": .bool(report.isComplete),
      ],
      "findings": .array(codes),
      "summary": [
        "documents": .int(Int64(report.documents)), "bytes": .int(Int64(report.bytes)),
        "errors": .int(Int64(report.findings.count(of: .error))),
        "warnings": .int(Int64(report.findings.count(of: .warning))),
        "notes": .int(Int64(report.findings.count(of: .info))),
      ],
    ]
    return json.text(.pretty) + "\n"
  }

  private static func json(_ finding: TrailFinding) -> JSON {
    var object: JSONObject = [
      "file": .string(finding.position.file), "line": .int(Int64(finding.position.line)),
      "_id": finding.id.map { .string($0) } ?? .null, "sentence": .string(finding.sentence),
    ]
    if !finding.related.isEmpty {
      object["related"] = .array(
        finding.related.map { event in
          [
            "file": .string(event.position.file), "line": .int(Int64(event.position.line)),
            "_id": event.id.map { .string($0) } ?? .null,
            "timestamp": event.timestamp.map { .string(Timestamp(milliseconds: $0).description) }
              ?? .null,
            "statement": .string(event.statement),
          ]
        }
      )
    }
    return .object(object)
  }
}
