/// Finds documents that stand in an array, or follow each other over several lines.
///
/// It counts braces outside of strings. A string that goes on in the next line, or a document that begins where the
/// first one did while another is open, shows that something is missing: the open one is damaged and ends there.
struct ElementReader {
  package private(set) var line = 1
  /// The number of the element that was begun last.
  package private(set) var number = 0
  private let limit: Int

  /// How many arrays and objects of the open document are open.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInArray = false
  /// Whether the array was closed, behind which nothing should stand.
  private var isBehindArray = false
  private var needsComma = false
  /// Whether a comma promises another document.
  private var isBehindComma = false
  /// The white space before the first character of the line, as far as it was read; nil behind that.
  private var indentation: Int? = 0
  /// That of the first document, if it began a line.
  private var firstIndentation: Int?
  private var firstLine = 0
  /// What is passed over without being looked at.
  private var skipping: Skipping?

  private enum Skipping {
    /// Up to the next line that begins a document.
    case damaged
    /// To the end of what is too long.
    case tooLong
    /// Up to the next comma, bracket or line.
    case scalar
  }

  init(limit: Int) { self.limit = limit }

  package mutating func read(
    _ window: ReadingWindow,
    from source: inout any ByteSource,
    _ body: (TrailReader.Piece) -> Void
  ) throws(TrailError) {
    var place = window.head
    while true {
      while place < window.tail {
        take(window[place], at: place, window, body)
        place += 1
      }
      if depth == 0 || skipping != nil { window.head = window.tail }
      if depth > 0, skipping == nil, window.count > limit {
        body(tooLong)
        skipping = .tooLong
        window.head = window.tail
      }
      place -= window.head
      if try !window.refill(from: &source) { break }
    }
    if depth > 0, skipping == nil {
      window.head = window.tail
      body(
        .damage(
          .fileTruncated,
          at: self.place,
          sentence: "the file ends within the document that begins here"
        )
      )
    } else if isInArray, depth == 0 {
      body(
        .damage(.fileTruncated, at: placeBetween, sentence: "the array of documents is not closed")
      )
    }
  }

  private mutating func take(
    _ byte: UInt8,
    at place: Int,
    _ window: ReadingWindow,
    _ body: (TrailReader.Piece) -> Void
  ) {
    if byte == UInt8(ascii: "\n") {
      line += 1
      if isInString { damage("a string goes on in the next line", body) }
      if skipping == .scalar { skipping = nil }
      indentation = 0
      return
    }
    if let column = indentation {
      if byte.isJSONSpace {
        indentation = column + 1
        return
      }
      // A comma may lead a line.
      if byte != UInt8(ascii: ",") { indentation = nil }
      let beginsLikeFirst =
        byte == UInt8(ascii: "{") && firstIndentation.map { column <= $0 } ?? false
      if beginsLikeFirst, depth > 0 {
        if skipping == nil { damage("another document begins within it", body) }
        reset()
      }
    }
    if depth > 0 { return continueDocument(byte, at: place, window, body) }
    between(byte, at: place, window, body)
  }

  private mutating func continueDocument(
    _ byte: UInt8,
    at place: Int,
    _ window: ReadingWindow,
    _ body: (TrailReader.Piece) -> Void
  ) {
    if skipping == .damaged { return }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      guard depth == 0 else { return }
      if skipping == nil {
        let range = window.head..<(place + 1)
        if range.count > limit {
          body(tooLong)
        } else {
          body(.document(window.bytes(range), at: self.place))
        }
      }
      reset()
      needsComma = isInArray
    default: break
    }
  }

  /// What stands between documents.
  private mutating func between(
    _ byte: UInt8,
    at place: Int,
    _ window: ReadingWindow,
    _ body: (TrailReader.Piece) -> Void
  ) {
    if byte.isJSONSpace { return }
    if skipping == .scalar {
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "{")
      else { return }
      skipping = nil
      needsComma = isInArray
    }
    if isBehindArray {
      // Said once; what stands there is read all the same.
      isBehindArray = false
      complain("something stands behind the array of documents", body)
      skipping = nil
    }
    switch byte {
    case UInt8(ascii: "["):
      guard !isInArray else { return complain("an array stands among the documents", body) }
      isInArray = true
      needsComma = false
    case UInt8(ascii: "]"):
      guard isInArray else { return complain("a bracket does not close any array", body) }
      isInArray = false
      isBehindArray = true
      if isBehindComma {
        body(
          .damage(
            .arrayDamaged,
            at: placeBetween,
            sentence: "a comma stands behind the last document of the array"
          )
        )
      }
    case UInt8(ascii: ","):
      guard isInArray, needsComma else { return complain("a comma stands where none should", body) }
      needsComma = false
      isBehindComma = true
    case UInt8(ascii: "{"):
      if isInArray, needsComma { complain("a comma is missing between two documents", body) }
      skipping = nil
      isBehindComma = false
      window.head = place
      firstLine = line
      number += 1
      depth = 1
      if firstIndentation == nil { firstIndentation = self.indentation(of: place, window) }
    default:
      number += 1
      complain("something that is not a document stands between documents", body)
    }
  }

  /// Where the document stands that was begun last.
  private var place: TrailReader.DocumentPlace { .init(number: number, line: firstLine) }
  /// Where something stands that is behind it, or is not a document.
  private var placeBetween: TrailReader.DocumentPlace { .init(number: max(1, number), line: line) }

  /// The column of a place, if only white space, a bracket or a comma come before it in its line.
  private func indentation(of place: Int, _ window: ReadingWindow) -> Int? {
    var column = 0
    var other = place - 1
    while other >= 0, window[other] != UInt8(ascii: "\n") {
      let byte = window[other]
      guard byte.isJSONSpace || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",") else {
        return nil
      }
      column += 1
      other -= 1
    }
    return column
  }

  private var tooLong: TrailReader.Piece {
    .damage(
      .lineTooLong,
      at: place,
      sentence: "the document is longer than \(limit) bytes; it was not checked"
    )
  }

  private mutating func complain(_ sentence: String, _ body: (TrailReader.Piece) -> Void) {
    body(.damage(.arrayDamaged, at: placeBetween, sentence: sentence))
    skipping = .scalar
  }

  private mutating func damage(_ sentence: String, _ body: (TrailReader.Piece) -> Void) {
    if skipping == nil {
      body(.damage(.lineDamaged, at: place, sentence: "not a document: \(sentence)"))
    }
    isInString = false
    isEscaped = false
    skipping = .damaged
  }

  private mutating func reset() {
    depth = 0
    isInString = false
    isEscaped = false
    skipping = nil
    needsComma = false
  }
}
