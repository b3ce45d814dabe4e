/// A text as lines that can be replaced one by one without touching the others.
struct LinesOfText {
  private(set) var lines: [Substring]
  private let lineEnd: String

  init(_ text: String) {
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  var text: String { lines.joined(separator: lineEnd) }

  /// The text after these replacements, which must not overlap.
  func replacing(_ stale: [StaleLines]) -> String {
    var copy = self
    for part in stale.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
      copy.lines.replaceSubrange(part.lines, with: part.replacement.map { $0[...] })
    }
    return copy.text
  }
}

/// Lines of a file that the suite would write differently today.
struct StaleLines {
  /// Indices, so the first line is 0.
  private(set) var lines: Range<Int>
  private(set) var replacement: [String]
  private(set) var message: String

  /// Narrowed to begin at the first line that differs; nil if none does.
  init?(_ range: Range<Int>, of text: LinesOfText, replacement: [String], message: String) {
    guard !text.lines[range].elementsEqual(replacement, by: { $0 == $1 }) else { return nil }
    let same = zip(text.lines[range], replacement).prefix { $0 == $1 }.count
    lines = range.dropFirst(same)
    self.replacement = Array(replacement.dropFirst(same))
    self.message = "\(message) is out of date: run \"touchstone lint --fix\""
  }
}
