import Foundation

/// The log that SQLite writes commits into before they move to the file of a partition.
enum WriteAheadLog {
  /// What SQLite makes of a log.
  struct Contents {
    /// How many frames are part of commits that it reads.
    var frames = 0
    /// What each frame repeats.
    var marks: [UInt32] = []
    /// What is wrong; nil if every commit can be read.
    var damage: String?
  }

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
    try contents(at: path)?.damage
  }

  /// Reads a log as SQLite does, and further.
  ///
  /// - Returns: what it holds. Nil if there is no log, or if it is empty because nothing was committed yet.
  /// - Throws: an error if there is one that can't be opened just now.
  static func contents(at path: String) throws(EventError) -> Contents? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .fileSystem("the log \(path) can't be opened", errno)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let start = try file.read(upToCount: headerLength) ?? Data()
      if start.isEmpty { return nil }
      guard start.count == headerLength else { return Contents(damage: Self.noLog) }
      let header = start.words
      var checksum = LogChecksum(isBigEndian: header[0] & 1 == 1)
      guard header[0] & ~1 == 0x377F_0682, (512...65_536).contains(header[2]),
        header[2].nonzeroBitCount == 1,
        checksum.add(start.prefix(24)) == Array(header[6...])
      else { return Contents(damage: Self.noLog) }
      // A number that grows by one with each log, and a random one.
      let marks = Array(header[4..<6])
      var contents = Contents(marks: marks)
      var number = 0
      var isReadable = true
      var unread = 0
      let length = frameHeaderLength + Int(header[2])
      while let bytes = try file.read(upToCount: length), bytes.count == length {
        number += 1
        let frame = bytes.prefix(frameHeaderLength).words
        if frame[2] != marks[0] || frame[3] != marks[1] { isReadable = false }
        // Further on there may be frames of former logs, whose place this one has taken: both marks of theirs differ.
        guard frame[2] == marks[0] || frame[3] == marks[1] else { continue }
        if isReadable {
          checksum.add(bytes.prefix(8))
          isReadable = checksum.add(bytes.dropFirst(frameHeaderLength)) == Array(frame[4...])
        }
        let endsCommit = frame[1] != 0
        guard endsCommit else { continue }
        if isReadable { contents.frames = number } else { unread += 1 }
      }
      if unread > 0 {
        contents.damage = "\(unread) of its commits come after a place that is damaged"
      }
      return contents
    } catch {
      return Contents(damage: "it can't be read: \(error.localizedDescription)")
    }
  }

  private static let noLog = "it does not begin as a log does"
  /// Eight words: a magic number that says how checksums are made, the version, the size of a page, the number of the
  /// log, two marks and a checksum of all this.
  private static let headerLength = 32
  /// Six words before each page: its number, the size of the database if a commit ends with it, the two marks, and the
  /// checksum of everything so far.
  private static let frameHeaderLength = 24
}

/// The checksum of everything in a log up to some place.
struct LogChecksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Adds bytes, a multiple of eight.
  ///
  /// - Returns: the sum so far.
  @discardableResult
  mutating func add(_ bytes: Data) -> [UInt32] {
    unsafe bytes.withUnsafeBytes { bytes in
      // What is left over is passed over: nothing behind the bytes is read.
      for place in stride(from: 0, through: bytes.count - 8, by: 8) {
        unsafe first &+= word(bytes, place) &+ second
        unsafe second &+= word(bytes, place + 4) &+ first
      }
    }
    return [first, second]
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }
}

extension Data {
  /// The big-endian numbers of four bytes each; what is left over is passed over.
  var words: [UInt32] { nativeWords.map { UInt32(bigEndian: $0) } }

  /// The same in this machine's order of bytes.
  var nativeWords: [UInt32] {
    unsafe withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).map {
        unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
      }
    }
  }
}
