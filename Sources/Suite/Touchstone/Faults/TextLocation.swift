/// A place in a file of Spec/ or Golden/, counted from 1.
package struct TextLocation: Sendable, Hashable, CustomStringConvertible {
  /// The path as it is shown to people: relative to the package for embedded files, as given for others.
  package var file: String
  /// The line.
  package var line: Int
  /// The column, in bytes.
  package var column: Int

  /// A place in a file.
  package init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, which editors can open.
  package var description: String { "\(file):\(line):\(column)" }
}
