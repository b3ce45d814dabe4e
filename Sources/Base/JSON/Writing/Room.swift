/// A place in memory that is being written to, with more room behind it than its user was promised.
///
/// `TextBuffer.reserve` makes it and answers for the room: it is asked how much will be written.
@safe
struct Room {
  private var pointer: UnsafeMutablePointer<UInt8>

  @inline(__always)
  @unsafe init(_ pointer: UnsafeMutablePointer<UInt8>) { unsafe self.pointer = pointer }

  /// The same place, from which written bytes are read.
  var place: Place {
    @inline(__always) get { unsafe Place(pointer) }
  }

  /// Writes a byte; the place stays where it is.
  @inline(__always)
  func put(_ byte: UInt8) { unsafe pointer.initialize(to: byte) }

  /// Writes a byte so often.
  func put(_ byte: UInt8, times count: Int) {
    unsafe pointer.initialize(repeating: byte, count: count)
  }

  /// Writes eight bytes, the lowest first.
  @inline(__always)
  func put(_ bytes: EightBytes) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(
      of: bytes.word.littleEndian,
      as: UInt64.self
    )
  }

  /// Copies bytes, which may overlap with what is written.
  func copy(_ start: Place, _ count: Int) {
    unsafe pointer.update(from: start.pointer, count: count)
  }

  @inline(__always)
  static func + (room: Room, count: Int) -> Room { unsafe Room(room.pointer + count) }
  // These count and move: nothing is read or written there.
  @inline(__always)
  static func - (end: Room, start: Room) -> Int { unsafe end.pointer - start.pointer }
  @inline(__always)
  static func += (room: inout Room, count: Int) { unsafe room.pointer += count }
  @inline(__always)
  static func -= (room: inout Room, count: Int) { unsafe room.pointer -= count }
}
