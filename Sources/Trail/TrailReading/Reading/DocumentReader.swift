/// Takes inputs apart into the fields of their documents, one document after the other, and notes what is not one: every
/// check, answer and export reads this way.
package final class DocumentReader {
  package let texts: TextReader
  let log: FindingLog
  /// How many documents were read, and how many bytes their texts have.
  package private(set) var documents = 0, bytes = 0
  /// How many pieces of inputs are not documents.
  package private(set) var unread = 0
  /// The lines of documents whose number is not their line.
  package var lines = ElementLines()

  /// Values of payloads are read together with their documents, unless few of them are looked into.
  package init(log: FindingLog, limits: TrailLimits = TrailLimits(), readsPayloads: Bool = true) {
    self.log = log
    texts = TextReader(depthLimit: limits.depth, readsPayloads: readsPayloads)
  }

  /// Hands on the text and the fields of each document, which are gone when the next one is read.
  ///
  /// Documents whose numbers are not wanted are not looked at. One whose fields are not wanted is counted, and damage in it
  /// told, but no more is done with it: a trail may have millions of these.
  package func read(
    _ reader: TrailReader,
    as name: String,
    numbers: (Int) -> Bool = { _ in true },
    where isWanted: (Value) -> Bool = { _ in true },
    _ visit: (_ text: Bytes, _ fields: Value) -> Void
  ) throws(TrailError) {
    log.file = name
    lines.begin(name)
    // Those that were passed over since the last one that was wanted.
    var passed = (documents: 0, bytes: 0)
    func countPassed() {
      documents += passed.documents
      bytes += passed.bytes
      passed = (0, 0)
    }
    try reader.read { piece in
      if let line = piece.place.line { lines.note(line, of: piece.place.number) }
      guard case .document(let text, _) = piece else {
        log.begin(piece)
        if numbers(piece.place.number) { unread += 1 }
        return
      }
      guard numbers(piece.place.number) else { return }
      let known = texts.object(in: text)
      if let known, !isWanted(known) {
        passed.documents += 1
        passed.bytes += text.count
        return
      }
      log.begin(piece)
      countPassed()
      bytes += text.count
      guard let fields = known ?? texts.fields(of: text, log) else {
        unread += 1
        return
      }
      documents += 1
      visit(text, fields)
    }
    countPassed()
  }
}
