import Formats

/// Goes through the documents of a trail for people who want to read them: what is damaged is counted and left out.
struct TrailWalk {
  let edition: Edition
  let schema: CaseSchema?
  let filter: TrailFilter
  /// How many documents were read.
  var documents = 0
  /// How many lines could not be read.
  var damaged = 0

  /// Goes through files, and hands on what the filter admits.
  mutating func walk(
    _ inputs: [TrailInput],
    _ body: (AuditDocument, Payload?) -> Void
  ) throws(TrailError) {
    for input in inputs { try walk(input, body) }
  }

  private mutating func walk(
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
    try reader.read { piece in
      guard case .document(let text, let line) = piece,
        let fields = try? texts.document(text), fields.isObject
      else {
        damaged += 1
        return
      }
      self.documents += 1
      var document = Document()
      documents.read(fields, into: &document)
      let position = TrailPosition(file: input.name, line: line)
      let payload = payloads.read(document)
      let audited = AuditDocument(document, at: position)
      if filter.admits(audited) { body(audited, payload) }
    }
  }
}
