import JSON

/// Where a document stands: what a person opens to look at it.
package struct TrailPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file as it was named, `-` for standard input.
  package var file: String
  /// The line on which it begins, counted from 1.
  package var line: Int

  /// That line of that file.
  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.file.equalsByBytes(right.file)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ByteKey(file))
    hasher.combine(line)
  }

  /// By the bytes of the file's name, then by the line: the same order whichever file was read first.
  package static func < (left: Self, right: Self) -> Bool {
    left.file.equalsByBytes(right.file)
      ? left.line < right.line : left.file.precedesByBytes(right.file)
  }

  /// The form that editors open: `trail.ndjson:12`.
  package var description: String { "\(file):\(line)" }
}
