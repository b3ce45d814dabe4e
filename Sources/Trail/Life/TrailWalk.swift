import Formats
import JSON

/// Goes through the documents of a trail for somebody who wants to read them: what is damaged is counted and left out.
struct TrailWalk {
  let edition: Edition
  let schema: CaseSchema?
  /// How many lines could not be read.
  private(set) var damaged = 0

  init(edition: Edition, schema: CaseSchema?) {
    self.edition = edition
    self.schema = schema
  }

  mutating func walk(
    _ input: TrailInput,
    _ body: (AuditDocument, TrailPayload?) -> Void
  ) throws(TrailError) {
    let documents = DocumentLevel(edition: edition)
    let payloads = PayloadLevel(edition: edition, limits: TrailLimits(), schema: schema)
    var ignored = FindingSummary(examplesPerCode: 0)
    let reader = try TrailReader(input)
    let name = input.name
    var damaged = 0
    try reader.read { piece in
      guard case .document(let text, let line) = piece,
        let fields = try? JSON(parsing: text).object
      else {
        damaged += 1
        return
      }
      let position = TrailPosition(file: name, line: line)
      var (document, data) = documents.read(fields, at: position, into: &ignored)
      let payload = payloads.read(&document, data, into: &ignored)
      body(document, payload)
    }
    self.damaged += damaged
  }
}
