import Foundation

/// What SQLite's index beside a write-ahead log remembers of it: a process that is killed leaves both, so that the one
/// tells what the other has lost since.
///
/// The format is that of https://www.sqlite.org/walformat.html#the_wal_index_file_format.
struct LogIndex {
  /// How many frames of the log are part of commits.
  let frames: Int
  /// How many of them are in the database as well.
  let copied: Int
  /// The marks of the log's frames.
  let marks: [UInt32]

  /// Reads it; nil if there is none, or not a whole one.
  init?(at path: String) {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: Self.length), bytes.count == Self.length
    else { return nil }
    let header = bytes.prefix(Self.headerLength)
    // Both copies are the same, unless one was being written.
    guard header.elementsEqual(bytes[Self.headerLength..<2 * Self.headerLength]), header[12] == 1
    else { return nil }
    var checksum = LogChecksum(isBigEndian: Self.isBigEndian)
    let words = header.nativeWords
    guard checksum.add(header.prefix(40)) == Array(words[10...]) else { return nil }
    frames = Int(words[4])
    // They are copied from the log as they are.
    marks = Array(header.words[8..<10])
    copied = Int(bytes.nativeWords[24])
  }

  private static let headerLength = 48
  /// Two headers, and how many frames were copied.
  private static let length = 2 * headerLength + 4
  /// It is in the order of bytes of the machine that wrote it, which is taken for this one.
  private static let isBigEndian = UInt32(bigEndian: 1) == 1
}

extension WriteAheadLog {
  /// Says what a log that reads as if nothing were wrong has lost: one that was cut off behind a commit, or is gone, leaves
  /// the index of the process that was killed.
  ///
  /// - Parameter path: the database, which was not opened since.
  /// - Returns: nil if nothing is known to be missing, also because nothing is left that would tell.
  /// - Throws: an error if the log can't be opened just now.
  static func loss(of path: String) throws(EventError) -> String? {
    guard let index = LogIndex(at: path + "-shm"), index.frames > index.copied else { return nil }
    guard let contents = try contents(at: path + "-wal") else {
      return "its log \(path)-wal, which had \(index.frames) pages of commits, is gone"
    }
    // An index of another log says nothing about this one.
    guard contents.marks == index.marks, contents.frames < index.frames else { return nil }
    return
      "its log \(path)-wal ends after \(contents.frames) of the \(index.frames) pages that were committed"
  }
}
