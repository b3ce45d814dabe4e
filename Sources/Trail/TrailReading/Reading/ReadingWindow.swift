import Foundation
import JSON

/// The part of a file that is in memory: what was read and not yet handed out, with zeros behind it.
///
/// The zeros let a scanner look at whole words anywhere: no token of JSON contains one.
@safe
package final class ReadingWindow {
  package static let padding = PaddedText.padding
  /// Small enough to stay in the cache between reading and scanning.
  private static let smallest = 1 << 18

  // So many bytes as there is capacity for, and the padding: this file alone moves and frees them.
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = ReadingWindow.smallest
  /// Where what was not handed out yet begins.
  var head = 0
  /// Where it ends.
  private(set) var tail = 0

  init() {
    unsafe start = .allocate(capacity: Self.smallest + Self.padding)
    unsafe start.initialize(repeating: 0, count: Self.padding)
  }

  // Its own memory, which it gives back once.
  deinit { unsafe start.deallocate() }

  package var count: Int { tail - head }

  /// Some of the bytes, until the window is filled again.
  package func bytes(_ range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= tail)
    return unsafe Bytes(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  package subscript(place: Int) -> UInt8 {
    @inline(__always) get {
      precondition(place >= 0 && place < tail)
      return unsafe start[place]
    }
  }

  /// Where the first byte of that value stands behind a place; nil if it does not.
  func first(_ byte: UInt8, from place: Int) -> Int? {
    bytes(place..<tail).first(byte).map { place + $0 }
  }

  /// Reads on, moving what is left to the front; false at the end.
  ///
  /// Indices into the window shrink by the former head.
  func refill(from source: inout any ByteSource) throws(TrailError) -> Bool {
    makeRoom()
    // A source fills no more than the room, behind which there is the padding.
    let room = unsafe UnsafeMutableRawBufferPointer(start: start + tail, count: capacity - tail)
    let count = try unsafe source.read(into: room)
    precondition(count <= capacity - tail)
    tail += count
    unsafe (start + tail).initialize(repeating: 0, count: Self.padding)
    return count > 0
  }

  private func makeRoom() {
    let count = self.count
    // One long document must not keep its memory for the rest of the file.
    let wanted = count * 2 <= capacity && capacity > 32 * Self.smallest ? Self.smallest : capacity
    let needed = count + Self.smallest / 2 > wanted ? max(count * 2, wanted * 2) : wanted
    if needed != capacity {
      let other = UnsafeMutablePointer<UInt8>.allocate(capacity: needed + Self.padding)
      // Both have room for so many bytes.
      unsafe memcpy(other, start + head, count)
      unsafe start.deallocate()
      unsafe start = other
      capacity = needed
    } else if head > 0 {
      unsafe memmove(start, start + head, count)
    }
    head = 0
    tail = count
  }
}
