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
    let log = FindingLog(examplesPerCode: 0)
    let texts = TextReader(depthLimit: limits.depth, readsPayloads: true)
    var documents = DocumentLevel(edition: edition, readsMetadata: true, log: log)
    var payloads = PayloadLevel(
      edition: edition,
      limits: limits,
      schema: schema,
      texts: texts,
      log: log
    )
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
      let document = documents.read(fields)
      let position = TrailPosition(file: name, line: line)
      body(AuditDocument(document, at: position), payloads.read(document))
    }
    self.damaged += damaged
  }
}
