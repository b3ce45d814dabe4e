import Formats

/// Goes through the documents of a trail for people who want to read them: what is damaged is counted and left out.
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
    _ body: (AuditDocument, Payload?) -> Void
  ) throws(TrailError) {
    let limits = TrailLimits()
    var documents = DocumentLevel(edition: edition)
    var payloads = PayloadLevel(edition: edition, limits: limits, schema: schema)
    var ignored = FindingSummary(examplesPerCode: 0)
    let texts = TextReader(depthLimit: limits.depth, readsPayloads: true)
    let reader = try TrailReader(input)
    let name = input.name
    var damaged = 0
    try reader.read { piece in
      guard case .document(let text, let line) = piece,
        let fields = try? texts.document(text), fields.isObject
      else {
        damaged += 1
        return
      }
      let position = TrailPosition(file: name, line: line)
      let document = documents.read(fields, at: position, into: &ignored)
      body(AuditDocument(document), payloads.read(document, with: texts, into: &ignored))
    }
    self.damaged += damaged
  }
}
