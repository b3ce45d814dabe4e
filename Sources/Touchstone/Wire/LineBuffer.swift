import Foundation

/// Cuts a stream of bytes into lines where it lies: bytes are read straight into the buffer, and a line is a view of
/// it.
///
/// It never holds more than the limit and one read.
public struct LineBuffer: ~Copyable {
  /// How many bytes are asked for at once.
  private static let chunk = 1 << 16

  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  /// How far it is known that there is no line break.
  private var searched = 0
  private let limit: Int

  /// An empty buffer for lines of so many bytes at most.
  public init(limit: Int = Wire.lineLimit) {
    self.limit = limit
    storage = .allocate(byteCount: 2 * Self.chunk, alignment: 16)
  }

  deinit { storage.deallocate() }

  /// Whether what is there begins a line that is longer than allowed.
  ///
  /// Such a line never comes out.
  public var isOverLimit: Bool { end - start > limit && searched == end }

  /// What is there and is no whole line.
  ///
  /// Valid until the buffer is filled again.
  public var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

  /// Lets a function put bytes into the buffer.
  ///
  /// - Parameter read: writes into the memory that it gets; says how much, or zero or less if nothing.
  /// - Returns: what the function said.
  public mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let count = read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    if count > 0 { end += count }
    return count
  }

  /// The next whole line without its line break, nil if there is none yet.
  ///
  /// Valid until the buffer is filled again.
  public mutating func next() -> UnsafeRawBufferPointer? {
    guard searched < end, let base = storage.baseAddress else { return nil }
    guard let found = memchr(base + searched, 0x0A, end - searched) else {
      searched = end
      return nil
    }
    let newline = UnsafeRawPointer(found) - UnsafeRawPointer(base)
    let line = UnsafeRawBufferPointer(rebasing: storage[start..<newline])
    start = newline + 1
    searched = start
    return line
  }

  /// Forgets what is there, so that the rest of a line that is too long can pass by.
  public mutating func discard() {
    start = end
    searched = end
  }

  /// Moves the beginning of a line to the front, and doubles the room if that is not enough: linear in what is read.
  private mutating func makeRoom() {
    guard storage.count - end < Self.chunk else { return }
    let unread = end - start
    if storage.count - unread < max(Self.chunk, unread) {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(2 * storage.count, unread + 2 * Self.chunk),
        alignment: 16
      )
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      storage.deallocate()
      storage = larger
    } else if let base = storage.baseAddress {
      memmove(base, base + start, unread)
    }
    searched -= start
    end = unread
    start = 0
  }
}
