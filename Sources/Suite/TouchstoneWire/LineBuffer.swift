import Foundation

/// Cuts a stream of bytes into lines, none of which may be longer than a limit.
///
/// It never holds more than the limit and what was appended last, and nothing of a line that it handed out whole.
package struct LineBuffer {
  /// What comes out of a buffer.
  package enum Line: Equatable {
    /// A whole line without its line feed.
    case whole(ArraySlice<UInt8>)
    /// In place of a line that is longer than allowed, and which is passed over.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where there is no line feed.
  private var searched = 0
  /// Whether what comes next is the rest of a line that is too long.
  private var isSkipping = false

  /// An empty buffer for lines of at most this many bytes.
  package init(limit: Int = Wire.lineLimit) { self.limit = limit }

  /// What is there and is not a whole line yet.
  package var rest: ArraySlice<UInt8> { isSkipping ? [] : bytes[start...] }

  /// Takes in bytes.
  package mutating func append(_ new: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += new
  }

  /// The next line; nil if there is none yet.
  package mutating func next() -> Line? {
    while let lineFeed = nextLineFeed() {
      let line = bytes[start..<lineFeed]
      start = lineFeed + 1
      searched = start
      if bytes.count - start < line.count { leaveBehind() }
      if !isSkipping { return line.count > limit ? .tooLong : .whole(line) }
      isSkipping = false
    }
    searched = bytes.count
    guard isSkipping || bytes.count - start > limit else { return nil }
    start = bytes.count
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong
  }

  /// Leaves the memory to the line that was handed out, if that is longer than what follows: it is not needed for long.
  private mutating func leaveBehind() {
    bytes = Array(bytes[start...])
    start = 0
    searched = 0
  }

  private func nextLineFeed() -> Int? {
    unsafe bytes.withUnsafeBytes { memory in
      guard searched < memory.count, let base = memory.baseAddress,
        let found = unsafe memchr(base + searched, 0x0A, memory.count - searched)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
