import Foundation

/// Standard output and standard error.
enum Console {
  /// Writes a text to standard output as it is.
  ///
  /// What nobody reads any more is dropped; a text that cannot be written for another reason, such as a full disk, ends
  /// the command, because a part of it must not pass for the whole.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes to standard output, under the same terms.
  static func write(_ bytes: [UInt8]) {
    let failure = write(bytes, to: STDOUT_FILENO)
    guard failure != 0, failure != EPIPE else { return }
    complain("touchstone: standard output cannot be written: \(String(cString: strerror(failure)))")
    exit(2)
  }

  /// Writes a line to standard output.
  static func print(_ line: String) { write(line + "\n") }

  /// Writes a line to standard error.
  static func complain(_ line: String) { writeError(line + "\n") }

  /// Writes a text to standard error as it is.
  static func writeError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  /// The number of the error that kept a text from being written, or 0.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest.removeFirst(count)
    }
    return 0
  }
}
