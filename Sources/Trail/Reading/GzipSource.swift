import CZlib

/// Inflates a gzip file of any number of members as it is read.
///
/// However much the data inflates to, no more is held than the room that is to be filled.
final class GzipSource<Base: ByteSource>: ByteSource {
  /// How a compressed file ended before its time; nil as long as it did not.
  private(set) var damage: Damage?

  /// What is wrong with compressed data.
  enum Damage {
    case truncated, corrupt
  }

  /// What is inflated at once.
  private static var chunk: Int { 1 << 18 }

  private var base: Base
  private let input: UnsafeMutableRawBufferPointer
  // zlib keeps a pointer to its stream: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInMember = false
  private var hasSeenMember = false
  private var isAtEnd = false

  init(_ base: Base) {
    self.base = base
    input = .allocate(byteCount: Self.chunk, alignment: 16)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // 16 more than the window's bits: a gzip header and nothing else.
    precondition(
      inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK,
      "zlib is out of memory"
    )
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    guard !isAtEnd, room.count > 0 else { return 0 }
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: room.count)
    let wanted = Int(stream.pointee.avail_out)
    while Int(stream.pointee.avail_out) == wanted {
      if stream.pointee.avail_in == 0 {
        let count = try base.read(into: input)
        if count == 0 {
          if isInMember { damage = .truncated }
          isAtEnd = true
          break
        }
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
      }
      if !step() {
        isAtEnd = true
        break
      }
    }
    return wanted - Int(stream.pointee.avail_out)
  }

  /// Inflates what there is; false when nothing more can come.
  private func step() -> Bool {
    // Tapes and some tools fill up with zeros behind the last member.
    if !isInMember, hasSeenMember, stream.pointee.next_in.pointee == 0 {
      return false
    }
    isInMember = true
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_STREAM_END:
      isInMember = false
      hasSeenMember = true
      inflateReset(stream)
      return true
    case Z_OK, Z_BUF_ERROR: return true
    default:
      damage = .corrupt
      return false
    }
  }
}
