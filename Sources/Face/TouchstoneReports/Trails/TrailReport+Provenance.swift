import Formats
import JSON
import TrailCheck
import TrailReading

extension TrailReport {
  /// What was read and with what, for programs.
  var provenanceJSON: JSONObject {
    let provenance = provenance
    var object: JSONObject = [
      "program": .string(provenance.origin.program),
      "specification": .string(provenance.origin.specification),
      "command": .strings(provenance.origin.command),
      "parts": .array(
        provenance.parts.map {
          [
            "program": .string($0.origin.program),
            "specification": .string($0.origin.specification),
            "command": .strings($0.origin.command), "inputs": .strings($0.inputs),
          ]
        }
      ),
      "edition": .string(edition.rawValue), "level": .string(stage.rawValue),
      "complete": .bool(isComplete), "required": .strings(provenance.required),
      "schema": provenance.schema.fieldJSON,
      "primaryKeys": .strings(provenance.primaryKeys),
      "inputs": provenance.inputs.fieldJSON,
      "events": [
        "documents": .int(Int64(documents)), "reads": .int(Int64(provenance.reads)),
        "writes": .int(Int64(provenance.writes)), "customs": .int(Int64(provenance.customs)),
        "first": provenance.first?.json ?? .null, "last": provenance.last?.json ?? .null,
      ],
      "devices": provenance.devices.json,
      "users": .array(
        provenance.users.map { ["field": .string($0.field), "values": $0.count.json] }
      ),
      "notLookedAt": .strings(ProvenanceWording(report: self).notLookedAt),
      "differences": provenance.differences.map(JSON.strings) ?? .null,
    ]
    if let commit = provenance.origin.commit { object["commit"] = .string(commit) }
    if let sha256 = provenance.origin.sha256 { object["programSHA256"] = .string(sha256) }
    return object
  }
}

extension TrailProvenance.Event {
  fileprivate var json: JSON {
    var object = position.members
    object["timestamp"] = .string(Timestamp(milliseconds: timestamp).description)
    object["_id"] = id.map(JSON.string) ?? .null
    return .object(object)
  }
}

extension DistinctCount {
  fileprivate var json: JSON { ["count": .int(Int64(count)), "atLeast": .bool(isLimited)] }
}
