/// Takes a file apart into the texts of its documents, holding no more than one of them.
///
/// It takes dumps, one document a line, an array of documents, and documents that follow each other over several lines, as
/// `mongoexport` writes them with its options. What is damaged is said once, and reading goes on behind it.
package final class TrailReader {
  /// What is found on the way.
  package enum Piece {
    /// The text of what should be a document; it is gone when the next one is read.
    case document(Bytes, at: DocumentPlace)
    /// What is not a document, and why.
    case damage(FindingCode, at: DocumentPlace, sentence: String)

    /// Where it stands.
    var place: DocumentPlace {
      switch self {
      case .document(_, let place), .damage(_, let place, _): place
      }
    }
  }

  /// Where a document stands in its file.
  package struct DocumentPlace: Sendable, Hashable {
    /// Its number, counted from 1: its line, if the file has one document a line.
    package let number: Int
    /// The line on which it begins; nil where that is its number, and in a dump.
    package var line: Int?
  }

  private let input: TrailInput
  /// The bytes that are read, if they are known to be lines.
  private let lines: Range<Int>?
  private let limits: TrailLimits
  private var source: any ByteSource
  private let bytes: DigestedSource
  private let window = ReadingWindow()
  /// The collection that is read of an archive of `mongodump`; the one that holds events if none is named.
  package var collection: String?
  private var line: Int
  /// Whether no more lines are wanted: what was not read yet is left.
  private var isStopped = false

  /// Opens what is to be read: all of it, or some lines of a file that has one document a line, the first of them with a number.
  package init(
    _ input: TrailInput,
    limits: TrailLimits = TrailLimits(),
    lines: Range<Int>? = nil,
    from line: Int = 1,
    digestsBytes: Bool = false
  ) throws(TrailError) {
    (self.input, self.limits, self.lines, self.line) = (input, limits, lines, line)
    bytes = DigestedSource(try input.source(lines ?? 0..<Int.max), isDigested: digestsBytes)
    source = bytes
  }

  /// Whether this is a file, not compressed, that has one document a line: it can be read in parts.
  func isOfLines() throws(TrailError) -> Bool {
    guard case .lines = try findFraming() else { return false }
    return source is DigestedSource
  }

  /// The collections of an archive of `mongodump`, each with its database; nil if this is anything else.
  ///
  /// Nothing can be read behind it.
  package func archiveCollections() throws(TrailError) -> [(database: String, name: String)]? {
    guard case .dump(.archive) = try findFraming() else { return nil }
    var reader = DumpReader(input.name, limits: limits)
    return try reader.collections(window, from: &source)
  }

  /// How many line feeds were read, if the first line is 1.
  package var lineCount: Int { line - 1 }

  /// Leaves out the further lines of a file that has one document a line.
  package func stop() { isStopped = true }

  /// How many bytes the input has, and their SHA-256 if they are digested.
  package func finish() throws(TrailError) -> (bytes: Int, sha256: String?) { try bytes.finish() }

  /// Reads all of it.
  package func read(_ body: (Piece) -> Void) throws(TrailError) {
    let end: DocumentPlace
    switch try findFraming() {
    case .lines:
      try readLines(body)
      end = DocumentPlace(number: line)
    case .dump(let container):
      var reader = DumpReader(input.name, limits: limits, collection: collection)
      try reader.read(container, window, from: &source, body)
      end = DocumentPlace(number: reader.number + 1)
    case .elements:
      var reader = ElementReader(limit: limits.documentBytes)
      try reader.read(window, from: &source, body)
      end = DocumentPlace(number: max(1, reader.number), line: reader.line)
    }
    if let damage = source.damage {
      body(.damage(damage.code, at: end, sentence: damage.sentence))
    }
  }

  private enum Framing {
    case lines, elements
    case dump(DumpReader.Container)
  }

  /// Looks at the beginning: whether it is compressed, and how documents follow each other.
  private func findFraming() throws(TrailError) -> Framing {
    try fill(ForeignFormat.headLength)
    if let lines {
      if lines.lowerBound == 0 { skipMark() }
      return .lines
    }
    if let inflating = try uncompressed() {
      source = inflating
      window.head = window.tail
      try fill(ForeignFormat.headLength)
    }
    if let format = ForeignFormat.find(in: head) { throw TrailError(format.sentence(input.name)) }
    if let container = DumpReader.container(head) { return .dump(container) }
    skipMark()
    return try beginsWithElement() ? .elements : .lines
  }

  private func skipMark() {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { window.head += 3 }
  }

  /// The source behind the compression; nil if there is none that is read.
  private func uncompressed() throws(TrailError) -> (any ByteSource)? {
    if head.starts(with: [0x1F, 0x8B]) { return GzipSource(head, source) }
    guard ForeignFormat.isZstd(head) else { return nil }
    guard let library = ZstdLibrary.shared else {
      throw TrailError(
        ForeignFormat.zstd.sentence(input.name)
          + "; with the library libzstd it is read as it is (Debian: apt-get install libzstd1)"
      )
    }
    return ZstdSource(head, source, library)
  }

  /// What was read and not yet looked at.
  private var head: Bytes { window.bytes(window.head..<window.tail) }

  /// Reads until there are so many bytes, or no more.
  private func fill(_ count: Int) throws(TrailError) {
    while window.count < count, try window.refill(from: &source) {}
  }

  /// Whether the first character begins an array, or a document that goes on in the next line.
  private func beginsWithElement() throws(TrailError) -> Bool {
    var place = window.head
    while true {
      while place < window.tail, window[place].isJSONSpace { place += 1 }
      // Behind an opening brace, a line feed before anything else is what --pretty writes.
      let isKnown =
        place < window.tail
        && (window[place] != UInt8(ascii: "{") || hasSomething(behind: place))
      let count = window.count
      place -= window.head
      if isKnown || count > 1 << 16 { break }
      guard try window.refill(from: &source) else { break }
      if count == window.count { break }
    }
    place += window.head
    guard place < window.tail else { return false }
    if window[place] == UInt8(ascii: "[") { return true }
    guard window[place] == UInt8(ascii: "{") else { return false }
    return nextVisible(behind: place).isAfterLineFeed
  }

  private func hasSomething(behind place: Int) -> Bool {
    nextVisible(behind: place).place < window.tail
  }

  private func nextVisible(behind place: Int) -> (place: Int, isAfterLineFeed: Bool) {
    var next = place + 1
    var isAfterLineFeed = false
    while next < window.tail, window[next].isJSONSpace {
      if window[next] == UInt8(ascii: "\n") { isAfterLineFeed = true }
      next += 1
    }
    return (next, isAfterLineFeed)
  }
}

extension TrailReader {
  private func readLines(_ body: (Piece) -> Void) throws(TrailError) {
    var searched = window.head
    var isSkipping = false
    while true {
      if let end = window.first(0x0A, from: searched) {
        if isSkipping { isSkipping = false } else { hand(window.head..<end, body) }
        window.head = end + 1
        searched = window.head
        line += 1
        continue
      }
      if isSkipping { window.head = window.tail }
      if window.count > limits.documentBytes {
        isSkipping = true
        body(tooLong())
        window.head = window.tail
      }
      searched = window.count
      if isStopped { return }
      if try !window.refill(from: &source) { break }
    }
    if !isSkipping { hand(window.head..<window.tail, body) }
    window.head = window.tail
  }

  private func hand(_ range: Range<Int>, _ body: (Piece) -> Void) {
    if range.count > limits.documentBytes { return body(tooLong()) }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, window[end - 1].isJSONSpace { end -= 1 }
    while start < end, window[start].isJSONSpace { start += 1 }
    if start < end { body(.document(window.bytes(start..<end), at: DocumentPlace(number: line))) }
  }

  private func tooLong() -> Piece {
    .damage(
      .lineTooLong,
      at: DocumentPlace(number: line),
      sentence: "the line is longer than \(limits.documentBytes) bytes; it was not checked"
    )
  }
}

extension UInt8 {
  /// Whether this is white space in JSON.
  @inline(__always)
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
