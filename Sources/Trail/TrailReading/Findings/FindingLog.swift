/// Gathers what is found in a trail, and knows the document at hand: a level says a code and a sentence, and no more.
///
/// A class, so that all levels of a check share it.
package final class FindingLog {
  package var summary: FindingSummary
  /// The file that is read, as it was named.
  package var file = ""
  /// The number of the document at hand in its file.
  package var number = 0
  /// The line on which it begins; nil where that is its number, and in dumps.
  package var line: Int?
  /// How many findings hide a part of it.
  package private(set) var losses = 0
  /// Its `_id`, as soon as it is known.
  package var id: DocumentId?

  /// The last level of which findings are kept; nil for all.
  private let stage: FindingCode.Stage?

  package init(examplesPerCode: Int, until stage: FindingCode.Stage? = nil) {
    summary = FindingSummary(examplesPerCode: examplesPerCode)
    self.stage = stage
  }

  /// Where the document at hand stands.
  package var position: TrailPosition { TrailPosition(file: file, document: number, line: line) }

  /// Whether something was found that hides a part of it.
  package var hidesPart: Bool { losses > 0 }

  /// Adds what is wrong with the document at hand.
  package func callAsFunction(
    _ code: FindingCode,
    level: FindingCode.Level? = nil,
    _ sentence: @autoclosure () -> String
  ) {
    if code.hides.isUnread { losses += 1 }
    if let stage, code.stage > stage { return }
    summary.add(code, level: level, at: position, id: id?.hex, sentence())
  }

  /// Takes what comes next for what is at hand; damage is logged.
  func begin(_ piece: TrailReader.Piece) {
    (id, losses) = (nil, 0)
    (number, line) = (piece.place.number, piece.place.line)
    if case .damage(let code, _, let sentence) = piece { self(code, sentence) }
  }
}
