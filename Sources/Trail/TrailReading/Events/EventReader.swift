package import Formats

/// Reads documents as events; a log is told what is wrong with their fields, and with their payloads where they are read.
package final class EventReader {
  package let source: DocumentReader
  /// For what documents say in their payloads.
  package var payloads: PayloadLevel
  private var documents: DocumentLevel
  /// The document at hand, whose room serves the next one.
  private var document = Document()
  private let settlesKinds: Bool

  /// What is said of metadata that is watched.
  package var watched: WatchedFields { documents.watched }
  var log: FindingLog { source.log }

  package init(
    edition: Edition,
    schema: CaseSchema? = nil,
    primaryKeys: [NamedPrimaryKey] = [],
    limits: TrailLimits = TrailLimits(),
    readsPayloads: Bool = true,
    readsMetadata: Bool = true,
    settlesKinds: Bool = true,
    watched: WatchedFields = WatchedFields(),
    log: FindingLog
  ) {
    source = DocumentReader(log: log, limits: limits, readsPayloads: readsPayloads)
    self.settlesKinds = settlesKinds
    documents = DocumentLevel(
      edition: edition,
      readsMetadata: readsMetadata,
      log: log,
      watched: watched
    )
    payloads = PayloadLevel(
      edition: edition,
      limits: limits,
      schema: schema,
      primaryKeys: primaryKeys,
      texts: source.texts,
      log: log
    )
  }

  /// Hands on each event whose fields are wanted; its values are gone when the next one is read.
  package func read(
    _ reader: TrailReader,
    as name: String,
    numbers: (Int) -> Bool = { _ in true },
    where isWanted: (Value) -> Bool = { _ in true },
    _ visit: (borrowing Document) -> Void
  ) throws(TrailError) {
    try source.read(reader, as: name, numbers: numbers, where: isWanted) { _, fields in
      take(fields)
      visit(document)
    }
  }

  /// Hands on the events of some documents of a file, by their numbers, and leaves what is behind the last of them.
  package func read(
    _ numbers: Set<Int>,
    of input: TrailInput,
    as name: String,
    limits: TrailLimits,
    _ visit: (borrowing Document) -> Void
  ) throws(TrailError) {
    guard let last = numbers.max() else { return }
    let reader = try TrailReader(input, limits: limits)
    func isWanted(_ number: Int) -> Bool {
      if number >= last { reader.stop() }
      return numbers.contains(number)
    }
    try read(reader, as: name, numbers: isWanted, visit)
  }

  /// Hands on the event of a document whose text was found by other means.
  package func read(_ text: Bytes, _ visit: (borrowing Document) -> Void) {
    guard let fields = source.texts.fields(of: text, log) else { return }
    take(fields)
    visit(document)
  }

  private func take(_ fields: Value) {
    document.clear()
    documents.read(fields, into: &document)
    if settlesKinds { document.settleKind(log) }
  }
}
