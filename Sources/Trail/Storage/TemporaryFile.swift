import Foundation

/// A file of words without a name, which is gone when nobody has it open any more, even if the process is killed.
final class TemporaryFile: Sendable {
  private let descriptor: Int32
  private let folder = FileManager.default.temporaryDirectory.path

  init() throws(TrailError) {
    var path = Array("\(folder)/touchstone-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("made", folder) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Writes words behind the first ones, of which there are so many.
  func write(_ words: [UInt64], at start: Int) throws(TrailError) {
    let isWritten = words.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = pwrite(
          descriptor,
          bytes.baseAddress.map { $0 + done },
          bytes.count - done,
          off_t(start * 8 + done)
        )
        if written > 0 { done += written } else if errno != EINTR { return false }
      }
      return true
    }
    guard isWritten else { throw Self.failure("written", folder) }
  }

  /// Fills some room with the words behind the first ones, of which there are so many.
  func read(from start: Int, into room: UnsafeMutableBufferPointer<UInt64>) throws(TrailError) {
    let bytes = UnsafeMutableRawBufferPointer(room)
    var done = 0
    while done < bytes.count {
      let part = pread(
        descriptor,
        bytes.baseAddress.map { $0 + done },
        bytes.count - done,
        off_t(start * 8 + done)
      )
      if part > 0 { done += part } else if part == 0 || errno != EINTR { break }
    }
    guard done == bytes.count else { throw Self.failure("read", folder) }
  }

  private static func failure(_ verb: String, _ folder: String) -> TrailError {
    let reason = String(cString: strerror(errno))
    return TrailError(
      "a temporary file in \(folder) cannot be \(verb): \(reason); "
        + "TMPDIR names another folder, and with more --memory less is written"
    )
  }
}
