import JSON

/// What was found in a part of a trail, written down and read again.
extension FindingSummary {
  var partial: JSON {
    .array(
      kinds.map { kind in
        [
          "code": .string(kind.code.rawValue), "level": .string(kind.level.rawValue),
          "count": .int(Int64(counts[kind] ?? 0)),
          "examples": .array(examples(of: kind).map(\.partial)),
        ]
      }
    )
  }

  mutating func take(_ reader: PartialReader) throws(TrailError) {
    for entry in try reader.array() {
      let code = try entry.member("code").name(of: FindingCode.self)
      let level = try entry.member("level").name(of: FindingCode.Level.self)
      var examples: [TrailFinding] = []
      for example in try entry.member("examples").array() {
        examples.append(try TrailFinding(code, level, example))
      }
      restore(
        Kind(code: code, level: level),
        count: try entry.member("count").count(),
        examples: examples
      )
    }
  }
}

extension TrailFinding {
  fileprivate var partial: JSON {
    [
      "file": .string(position.file), "line": .int(Int64(position.line)),
      "_id": id.map { .string($0) } ?? .null, "sentence": .string(sentence),
      "related": .array(
        related.map { event in
          [
            "file": .string(event.position.file), "line": .int(Int64(event.position.line)),
            "_id": event.id.map { .string($0) } ?? .null,
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
    _ reader: PartialReader
  ) throws(TrailError) {
    var related: [RelatedEvent] = []
    for event in try reader.member("related").array() {
      related.append(
        RelatedEvent(
          position: try event.position(),
          id: try event.member("_id").optionalString(),
          timestamp: try event.member("timestamp").optionalInt(),
          statement: try event.member("statement").string()
        )
      )
    }
    self.init(
      code: code,
      level: level,
      position: try reader.position(),
      id: try reader.member("_id").optionalString(),
      sentence: try reader.member("sentence").string(),
      related: related
    )
  }
}

extension PartialReader {
  func position() throws(TrailError) -> TrailPosition {
    TrailPosition(file: try member("file").string(), line: try member("line").count())
  }
}
