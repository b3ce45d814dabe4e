import Formats
import JSON
import TrailReading

/// What was found in a part of a trail, written down and read again.
extension FindingSummary {
  var partial: JSON {
    .array(
      kinds.map { kind in
        [
          "code": .string(kind.code.rawValue), "level": .string(kind.level.rawValue),
          "count": .count(counts[kind] ?? 0),
          "examples": .array(examples(of: kind).map(\.partial)),
        ]
      }
    )
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    // Reports add up all of them.
    var total = counts.values.reduce(0, +)
    for entry in try reader.elements() {
      let code = try entry.member("code").choice(FindingCode.self)
      let level = try entry.member("level").choice(FindingCode.Level.self)
      var examples: [TrailFinding] = []
      for example in try entry.member("examples").elements() {
        examples.append(try TrailFinding(code, level, example))
      }
      let count = try entry.member("count")
      total = try count.sum(with: total)
      restore(
        Kind(code: code, level: level),
        count: try count.count(),
        examples: examples
      )
    }
  }
}

extension TrailFinding {
  fileprivate var partial: JSON {
    [
      "place": position.partial, "_id": .optional(id), "sentence": .string(sentence),
      "related": .array(
        related.map { event in
          [
            "place": event.position.partial, "_id": .optional(event.id),
            "timestamp": event.timestamp.map { .int($0) } ?? .null,
            "statement": .string(event.statement),
          ]
        }
      ),
    ]
  }

  fileprivate init(
    _ code: FindingCode,
    _ level: FindingCode.Level,
    _ reader: JSONNode
  ) throws(JSONFault) {
    var related: [RelatedEvent] = []
    for event in try reader.member("related").elements() {
      related.append(
        RelatedEvent(
          position: try event.position(),
          id: try event.member("_id").unlessNull?.string(),
          timestamp: try event.member("timestamp").unlessNull?.integer(),
          statement: try event.member("statement").string()
        )
      )
    }
    self.init(
      code: code,
      level: level,
      position: try reader.position(),
      id: try reader.member("_id").unlessNull?.string(),
      sentence: try reader.member("sentence").string(),
      related: related
    )
  }
}
