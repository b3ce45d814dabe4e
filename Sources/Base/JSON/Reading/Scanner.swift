/// Walks over the tokens of a text.
///
/// It knows strings, numbers and words, but not how they are put together.
struct Scanner {
  let start: Place
  let end: Place
  /// The next byte to be read; a zero at the end of the text.
  var cursor: Place

  /// The pointers stay valid as long as the text, which the caller keeps.
  init(_ text: borrowing PaddedText) {
    start = text.start
    end = text.end
    cursor = text.start
  }

  var byte: UInt8 {
    @inline(__always) get { cursor.byte }
  }

  /// Moves to the next byte that is not white space.
  @inline(__always)
  mutating func skipSpace() {
    // Most texts have none: one comparison settles that.
    if byte <= Ascii.space { skipSpaceSlowly() }
  }

  private mutating func skipSpaceSlowly() {
    while byte == Ascii.space || byte == Ascii.newline || byte == Ascii.carriageReturn
      || byte == Ascii.tab
    {
      cursor += 1
    }
  }

  /// Reads `true`, `false` or `null`.
  mutating func scanWord() throws(JSONError) -> JSON {
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    if skip("null") { return .null }
    throw unexpected(wanted: "a value")
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    // The text ends with zeros, which are in no word.
    for index in 0..<word.utf8CodeUnitCount where unsafe cursor[index] != word.utf8Start[index] {
      return false
    }
    cursor += word.utf8CodeUnitCount
    return true
  }
}
