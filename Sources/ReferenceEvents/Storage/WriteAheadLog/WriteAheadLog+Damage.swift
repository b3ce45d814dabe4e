import Foundation

extension WriteAheadLog {
  /// Looks for commits in a log that SQLite would pass over without a word.
  ///
  /// SQLite reads a log up to the first frame that is not as it was written: after a loss of power, what follows was not
  /// durable yet. Damage ends the log in the same way, and hides commits that were. What tells them apart are frames further
  /// on that belong to this log and say that a commit ends with them.
  ///
  /// The format is that of https://www.sqlite.org/fileformat2.html#walformat.
  ///
  /// - Parameter path: the log, which is not being written.
  /// - Returns: what is wrong; nil if every commit can be read, or there is no log.
  /// - Throws: an error if there is one that can't be opened just now.
  static func damage(at path: String) throws(EventError) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .fileSystem("the log \(path) can't be opened", errno)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let start = try file.read(upToCount: LogHeader.length) ?? Data()
      // An empty log waits for its first commit.
      if start.isEmpty { return nil }
      guard let header = LogHeader(start) else { return "it does not begin as a log does" }
      var checksum = header.checksum
      var isReadable = true
      var unread = 0
      let length = LogFrame.headerLength + header.pageSize
      while let bytes = try file.read(upToCount: length), bytes.count == length {
        let frame = LogFrame(bytes)
        if frame.marks != header.marks { isReadable = false }
        // Further on there may be frames of former logs, whose place this one has taken: both marks of theirs differ.
        guard frame.marks.first == header.marks.first || frame.marks.second == header.marks.second
        else { continue }
        if isReadable {
          checksum.add(bytes.prefix(8))
          checksum.add(bytes.dropFirst(LogFrame.headerLength))
          isReadable = frame.checksum == checksum.value
        }
        if !isReadable && frame.endsCommit { unread += 1 }
      }
      return unread == 0 ? nil : "\(unread) of its commits come after a place that is damaged"
    } catch {
      return "it can't be read: \(error.localizedDescription)"
    }
  }
}

/// The first bytes of a log.
private struct LogHeader {
  static let length = 32

  let pageSize: Int
  /// What each of its frames repeats: a number that grows by one with each log, and a random one.
  let marks: LogMarks
  /// What the checksums of its frames go on from.
  let checksum: LogChecksum

  /// - Returns: nil if the bytes are something else.
  init?(_ bytes: Data) {
    guard bytes.count == Self.length, bytes.number(at: 0) & ~1 == 0x377F_0682 else { return nil }
    pageSize = Int(bytes.number(at: 8))
    marks = LogMarks(bytes, at: 16)
    var checksum = LogChecksum(isBigEndian: bytes.number(at: 0) & 1 == 1)
    checksum.add(bytes.prefix(24))
    self.checksum = checksum
    guard checksum.value == bytes.pair(at: 24), (512...65_536).contains(pageSize) else {
      return nil
    }
  }
}

/// What tells the frames of a log from those of the logs before it.
private struct LogMarks: Equatable {
  let first: UInt32
  let second: UInt32

  init(_ bytes: Data, at place: Int) {
    first = bytes.number(at: place)
    second = bytes.number(at: place + 4)
  }
}

/// What stands before each page in a log.
private struct LogFrame {
  static let headerLength = 24

  let endsCommit: Bool
  let marks: LogMarks
  let checksum: UInt64

  init(_ bytes: Data) {
    endsCommit = bytes.number(at: 4) != 0
    marks = LogMarks(bytes, at: 8)
    checksum = bytes.pair(at: 16)
  }
}

/// The checksum of everything in a log up to some place.
private struct LogChecksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  var value: UInt64 { UInt64(first) << 32 | UInt64(second) }

  /// Adds bytes, of which there is a multiple of eight.
  mutating func add(_ bytes: Data) {
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        first &+= word(bytes, place) &+ second
        second &+= word(bytes, place + 4) &+ first
      }
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }
}

extension Data {
  /// The big-endian number of four bytes there.
  fileprivate func number(at place: Int) -> UInt32 {
    self[startIndex + place..<startIndex + place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Two of them.
  fileprivate func pair(at place: Int) -> UInt64 {
    UInt64(number(at: place)) << 32 | UInt64(number(at: place + 4))
  }
}
