import Foundation
import TouchstoneWire

/// Standard output and standard error.
enum Console {
  /// Writes a text to standard output as it is.
  ///
  /// Output that is not read any more is dropped; a text that cannot be written for another reason, such as a full disk, ends
  /// the command, because a part of it must not pass for the whole.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes to standard output, under the same terms.
  static func write(_ bytes: [UInt8]) {
    let failure = writeAll(bytes, to: STDOUT_FILENO)
    guard failure != 0, failure != EPIPE else { return }
    complain(
      unsafe "touchstone: standard output cannot be written: \(String(cString: strerror(failure)))"
    )
    exit(2)
  }

  /// Writes a line to standard output.
  static func print(_ line: String) { write(line + "\n") }

  /// Writes a line to standard error.
  static func complain(_ line: String) { writeError(line + "\n") }

  /// Writes a text to standard error as it is.
  static func writeError(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
