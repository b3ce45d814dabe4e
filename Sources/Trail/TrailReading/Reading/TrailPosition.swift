import JSON
package import Formats

/// Where a document stands: what a person opens to look at it.
///
/// A document is known by its number in its file. The line is beside it: the documents of an array may share one.
package struct TrailPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file as it was named, `-` for standard input.
  package var file: String
  /// The number of the document in the file, counted from 1: its line, if the file has one document a line.
  package var document: Int
  /// The line on which it begins; nil where that is its number, and in a dump, which has no lines.
  package var line: Int?

  /// That document of that file.
  package init(file: String, document: Int, line: Int? = nil) {
    self.file = file
    self.document = document
    self.line = line
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.document == right.document && left.file.equalsByBytes(right.file)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ByteKey(file))
    hasher.combine(document)
  }

  /// By the bytes of the file's name, then by the number: the same order whichever file was read first.
  package static func < (left: Self, right: Self) -> Bool {
    left.file.equalsByBytes(right.file)
      ? left.document < right.document : left.file.precedesByBytes(right.file)
  }

  /// The line for those who open the file there; in a dump, the number of the document.
  package var lineOrDocument: Int { line ?? document }

  /// The form that editors open, `trail.ndjson:12`, with the number of the document if it is another one.
  package var description: String {
    line.map { "\(file):\($0) (document \(document))" } ?? "\(file):\(document)"
  }
}

extension TrailPosition: JSONItem {
  package init() { self.init(file: "", document: 0) }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("file", &file)
    try fields("document", &document)
    try fields("line", &line)
  }
}
