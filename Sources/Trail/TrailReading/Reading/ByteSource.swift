import Formats
import Foundation

/// Bytes that come piece by piece, so that a file of any size takes the same memory.
package protocol ByteSource {
  /// Fills what it can of some room; 0 is the end.
  mutating func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int
  /// How it ended before its time; nil as long as it did not.
  var damage: (code: FindingCode, sentence: String)? { get }
}

extension ByteSource {
  var damage: (code: FindingCode, sentence: String)? { nil }

  /// What is said of compressed data whose end is missing.
  static var cutOff: (code: FindingCode, sentence: String) {
    (
      .fileTruncated,
      "the compressed data ends before its time; what is missing was not checked"
    )
  }
}

/// An open file, a pipe or a terminal.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private let name: String
  /// How many bytes are still to be read at the most.
  private var rest = Int.max

  /// Opens a file, to read some of its bytes.
  init(path: String, _ range: Range<Int> = 0..<Int.max) throws(TrailError) {
    name = path
    rest = range.count
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    // The status is written while the call lasts.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw Self.failure(path, EISDIR)
    }
    guard range.lowerBound == 0 || lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else {
      throw Self.failure(path, errno)
    }
  }

  /// How many bytes a file has whose bytes stay where they are; nil for anything else.
  static func size(ofRegular path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Takes standard input, which is not closed afterwards.
  init() {
    name = "standard input"
    descriptor = STDIN_FILENO
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    while true {
      // Not more than there is room for.
      let count = unsafe Foundation.read(descriptor, room.baseAddress, min(room.count, rest))
      if count >= 0 {
        rest -= count
        return count
      }
      guard errno == EINTR else { throw Self.failure(name, errno) }
    }
  }

  private static func failure(_ name: String, _ number: Int32) -> TrailError {
    let reason =
      switch number {
      case EISDIR: "it is a folder; name the files in it"
      default: FileFailure.reason(number)
      }
    return TrailError(FileFailure.sentence(reading: name, reason))
  }
}

/// Bytes that are in memory.
struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8], _ range: Range<Int> = 0..<Int.max) {
    rest = bytes[range.clamped(to: bytes.indices)]
  }

  package mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, rest.count)
    // No more is taken than the room has.
    unsafe room.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
