import Formats
import Foundation
package import TrailReading

/// A file of numbers of one size without a name, which is gone when it is closed, even if the process is killed.
package final class TemporaryFile<Word: FixedWidthInteger & BitwiseCopyable>: Sendable {
  private let descriptor: Int32
  private static var size: Int { MemoryLayout<Word>.stride }
  private let folder = FileManager.default.temporaryDirectory.path

  package init() throws(TrailError) {
    var path = Array("\(folder)/touchstone-XXXXXX".utf8CString)
    // The path ends with a zero.
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("made", folder) }
    unsafe unlink(path)
  }

  deinit { close(descriptor) }

  /// Writes words behind the first ones, whose number is given.
  package func write(_ words: [Word], at start: Int) throws(TrailError) {
    // Only what is there is written.
    let isWritten = unsafe words.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = unsafe pwrite(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + done },
          bytes.count - done,
          off_t(start * Self.size + done)
        )
        if written > 0 { done += written } else if errno != EINTR { return false }
      }
      return true
    }
    guard isWritten else { throw Self.failure("written", folder) }
  }

  /// Appends the words of a range of them.
  package func read(_ range: Range<Int>, into words: inout [Word]) throws(TrailError) {
    let first = words.count
    words.append(contentsOf: repeatElement(0, count: range.count))
    // Only the words that were just appended are written over.
    let isRead = unsafe words.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < range.count * Self.size {
        let part = unsafe pread(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + first * Self.size + done },
          range.count * Self.size - done,
          off_t(range.lowerBound * Self.size + done)
        )
        if part > 0 { done += part } else if part == 0 || errno != EINTR { return false }
      }
      return true
    }
    guard isRead else { throw Self.failure("read", folder) }
  }

  private static func failure(_ verb: String, _ folder: String) -> TrailError {
    let reason = FileFailure.reason(errno)
    return TrailError(
      "a temporary file in \(folder) cannot be \(verb): \(reason); "
        + "TMPDIR names another folder, and with more --memory less is written"
    )
  }
}
