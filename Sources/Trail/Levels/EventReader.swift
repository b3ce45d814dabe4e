import Formats
import JSON

/// Reads events for those who want what they say and not all that is wrong with them; a log is told what cannot be read.
struct EventReader: ~Copyable {
  /// For what documents say in their payloads.
  let payloads: PayloadLevel
  let texts: TextReader
  private let log: FindingLog
  private var documents: DocumentLevel

  /// A reader that reads payloads together with their documents, unless few of them are looked into.
  init(edition: Edition, readsPayloads: Bool = true, log: FindingLog) {
    let limits = TrailLimits()
    self.log = log
    texts = TextReader(depthLimit: limits.depth, readsPayloads: readsPayloads)
    documents = DocumentLevel(edition: edition, readsMetadata: true, log: log)
    payloads = PayloadLevel(
      edition: edition,
      limits: limits,
      schema: nil,
      texts: texts,
      log: log
    )
  }

  /// The event in a document, whose values are gone when the next one is read; nil if it is not a document.
  mutating func event(in text: UnsafeBufferPointer<UInt8>) -> Document? {
    guard let fields = texts.fields(of: text, log) else { return nil }
    return event(of: fields)
  }

  /// The event of which these are the fields.
  mutating func event(of fields: Value) -> Document {
    var document = Document()
    documents.read(fields, into: &document)
    document.settleKind(log)
    return document
  }
}
