import Foundation

/// Standard output and standard error.
///
/// What cannot be written, because no one reads it, is dropped.
enum Console {
  /// Writes a text to standard output as it is.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes a line to standard output.
  static func print(_ line: String) { write(line + "\n") }

  /// Writes a line to standard error.
  static func complain(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
