import CZlib

/// Inflates a gzip file of any number of members as it is read.
///
/// However much the data inflates to, no more is held than the room that is to be filled.
@safe
final class GzipSource: ByteSource {
  private(set) var damage: (code: FindingCode, sentence: String)?

  /// What is inflated at once.
  private static let chunk = 1 << 18

  private var base: any ByteSource
  // What was read of the base and not yet inflated: zlib is told how much it is.
  private let input: UnsafeMutableRawBufferPointer
  // zlib keeps a pointer to its stream: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInMember = false
  private var hasSeenMember = false
  private var isAtEnd = false

  /// Inflates what was read of a source already, and then the rest of it.
  init(_ head: Bytes, _ base: any ByteSource) {
    self.base = base
    unsafe input = .allocate(byteCount: max(Self.chunk, head.count), alignment: 16)
    unsafe input.copyBytes(from: head)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // The size of a type.
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    // 16 more than the window's bits: a gzip header and nothing else.
    precondition(
      unsafe inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK,
      "zlib is out of memory"
    )
    give(head.count)
  }

  /// Lets zlib have so many bytes of the input.
  private func give(_ count: Int) {
    unsafe stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(count)
  }

  deinit {
    // They are given back once, and by nobody else.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe input.deallocate()
  }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    guard !isAtEnd, room.count > 0 else { return 0 }
    // zlib writes no more than it is told that there is room for.
    unsafe stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
    let wanted = roomLeft
    while roomLeft == wanted {
      if unsafe stream.pointee.avail_in == 0 {
        let count = try unsafe base.read(into: input)
        if count == 0 {
          if isInMember { damage = Self.cutOff }
          isAtEnd = true
          break
        }
        give(count)
      }
      if !step() {
        isAtEnd = true
        break
      }
    }
    return wanted - roomLeft
  }

  /// How much of the room is not filled.
  private var roomLeft: Int { unsafe Int(stream.pointee.avail_out) }

  /// Inflates what there is; false when nothing more can come.
  private func step() -> Bool {
    // Tapes and some tools fill up with zeros behind the last member.
    if !isInMember, hasSeenMember, unsafe stream.pointee.next_in.pointee == 0 {
      return false
    }
    isInMember = true
    switch unsafe inflate(stream, Z_NO_FLUSH) {
    case Z_STREAM_END:
      isInMember = false
      hasSeenMember = true
      // The stream was begun, and has not ended.
      unsafe inflateReset(stream)
      return true
    case Z_OK, Z_BUF_ERROR: return true
    default:
      damage = (
        .fileCorrupt, "the compressed data is damaged here; what follows was not checked"
      )
      return false
    }
  }
}
