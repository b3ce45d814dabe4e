import Formats
import JSON
import Touchstone
import TrailCheck
import TrailReading

extension TrailReport {
  /// Every count, and the examples with all their parts.
  var json: JSON {
    let codes = kinds.map { kind -> JSON in
      [
        "code": .string(kind.code.rawValue), "level": .string(kind.level),
        "stage": .string(kind.code.stage.rawValue), "requirement": .string(kind.code.requirement),
        "meaning": .string(kind.code.meaning),
        "consequence": .string(kind.code.entry.consequence),
        "explanation": .string(kind.code.entry.explanation),
        "sentence": .string(Self.requirements[kind.code.requirement]?.text ?? ""),
        "count": .int(Int64(kind.count)),
        "examples": .array(kind.examples.map(\.json)),
      ]
    }
    var report: JSONObject = [
      "check": [
        "inputs": .strings(inputs), "edition": .string(edition.rawValue),
        "level": .string(stage.rawValue), "complete": .bool(isComplete),
      ],
      "findings": .array(codes),
      "summary": .object(summary),
      "provenance": .object(provenanceJSON),
      "blindSpots": .array(
        TrailBlindSpots.tables.map { table in
          [
            "title": .string(table.title), "introduction": .string(table.introduction),
            "rows": .array(table.rows.map { ["what": .string($0.what), "why": .string($0.why)] }),
          ]
        }
      ),
    ]
    if let balance { report["balance"] = BalanceWording(balance: balance).json }
    return .object(report)
  }

  private var summary: JSONObject {
    let sizes: JSONObject = ["documents": .int(Int64(documents)), "bytes": .int(Int64(bytes))]
    return sizes.merging(countsJSON)
  }

  /// How many findings there are of each level.
  var countsJSON: JSONObject {
    [
      "errors": .int(Int64(findings.count(of: .error))),
      "warnings": .int(Int64(findings.count(of: .warning))),
      "notes": .int(Int64(findings.count(of: .info))),
    ]
  }
}

extension TrailFinding {
  fileprivate var json: JSON {
    var object = position.members
    object["_id"] = id.map { .string($0) } ?? .null
    object["sentence"] = .string(sentence)
    if let event { object["event"] = event.json }
    if let gap {
      object["missing"] = [
        "event": .string(gap.event), "before": .object(gap.before.position.members),
        "after": gap.after.map { .object($0.position.members) } ?? .null,
      ]
    }
    if !related.isEmpty { object["related"] = .array(related.map(\.json)) }
    return .object(object)
  }
}

extension TrailFinding.RelatedEvent {
  fileprivate var json: JSON {
    var object = position.members
    object["_id"] = id.map { .string($0) } ?? .null
    object["timestamp"] =
      timestamp.map { .string(Timestamp(milliseconds: $0).description) } ?? .null
    object["statement"] = .string(statement)
    if let event { object["event"] = event.json }
    return .object(object)
  }
}

extension AuditDocument {
  /// What it says of itself.
  fileprivate var json: JSON {
    [
      "event": event.map(JSON.string) ?? .null, "activity": activity.map(JSON.string) ?? .null,
      "timestamp": timestamp.map { .string(Timestamp(milliseconds: $0).description) } ?? .null,
      "partition": partition.map(JSON.string) ?? .null,
      "metadata": .array(
        metadata.map { ["field": .string($0.key), "value": .string($0.value)] }
      ),
    ]
  }
}

extension TrailPosition {
  /// The file, the line, and the number of the document.
  var members: JSONObject {
    [
      "file": .string(file), "line": .int(Int64(lineOrDocument)), "document": .int(Int64(document)),
    ]
  }
}
