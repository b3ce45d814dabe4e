/// Gathers what is found in a trail, and knows the document at hand: a level says a code and a sentence, and no more.
///
/// A class, so that all levels of a check share it.
final class FindingLog {
  var summary: FindingSummary
  /// The file that is read, as it was named.
  var file = ""
  // Set for each document, by nobody who is called while they are read.
  /// The line on which the document at hand begins.
  @exclusivity(unchecked) var line = 0
  /// Its `_id`, as soon as it is known.
  @exclusivity(unchecked) var id: DocumentId?

  init(examplesPerCode: Int) { summary = FindingSummary(examplesPerCode: examplesPerCode) }

  /// Where the document at hand stands.
  var position: TrailPosition { TrailPosition(file: file, line: line) }

  /// Adds what is wrong with the document at hand.
  func callAsFunction(_ code: FindingCode, _ sentence: @autoclosure () -> String) {
    summary.add(code, at: position, id: id?.hex, sentence())
  }

  /// The text of the next document, which is now at hand; damage is logged instead.
  func text(of piece: TrailReader.Piece) -> UnsafeBufferPointer<UInt8>? {
    id = nil
    switch piece {
    case .document(let text, let line):
      self.line = line
      return text
    case .damage(let code, let line, let sentence):
      self.line = line
      self(code, sentence)
      return nil
    }
  }
}
