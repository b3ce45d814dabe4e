import Foundation

/// The part of a file that is in memory: what was read and not yet handed out, with zeros behind it.
///
/// The zeros let a scanner look at whole words anywhere: no token of JSON contains one.
final class ReadingWindow {
  static let padding = 64
  /// Small enough to stay in the cache between reading and scanning.
  private static let smallest = 1 << 18

  private(set) var start: UnsafeMutablePointer<UInt8>
  private var capacity = ReadingWindow.smallest
  /// Where what was not handed out yet begins.
  var head = 0
  /// Where it ends.
  private(set) var tail = 0

  init() {
    start = .allocate(capacity: Self.smallest + Self.padding)
    start.initialize(repeating: 0, count: Self.padding)
  }

  deinit { start.deallocate() }

  var count: Int { tail - head }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Reads on, moving what is left to the front; false at the end.
  ///
  /// Indices into the window shrink by the former head.
  func refill(from source: inout any ByteSource) throws(TrailError) -> Bool {
    makeRoom()
    let room = UnsafeMutableRawBufferPointer(start: start + tail, count: capacity - tail)
    let count = try source.read(into: room)
    tail += count
    (start + tail).initialize(repeating: 0, count: Self.padding)
    return count > 0
  }

  private func makeRoom() {
    let count = self.count
    // One long document must not keep its memory for the rest of the file.
    let wanted = count * 2 <= capacity && capacity > 32 * Self.smallest ? Self.smallest : capacity
    let needed = count + Self.smallest / 2 > wanted ? max(count * 2, wanted * 2) : wanted
    if needed != capacity {
      let other = UnsafeMutablePointer<UInt8>.allocate(capacity: needed + Self.padding)
      memcpy(other, start + head, count)
      start.deallocate()
      start = other
      capacity = needed
    } else if head > 0 {
      memmove(start, start + head, count)
    }
    head = 0
    tail = count
  }
}
