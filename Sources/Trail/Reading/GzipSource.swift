import CZlib

/// Inflates a gzip file of any number of members as it is read.
///
/// However much the data inflates to, no more is held than the room that is to be filled.
final class GzipSource: ByteSource {
  private(set) var damage: (code: FindingCode, sentence: String)?

  /// What is inflated at once.
  private static let chunk = 1 << 18

  private var base: any ByteSource
  private let input: UnsafeMutableRawBufferPointer
  // zlib keeps a pointer to its stream: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInMember = false
  private var hasSeenMember = false
  private var isAtEnd = false

  /// Inflates what was read of a source already, and then the rest of it.
  init(_ head: UnsafeBufferPointer<UInt8>, _ base: any ByteSource) {
    self.base = base
    input = .allocate(byteCount: max(Self.chunk, head.count), alignment: 16)
    input.copyBytes(from: head)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // 16 more than the window's bits: a gzip header and nothing else.
    precondition(
      inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK,
      "zlib is out of memory"
    )
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(head.count)
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
          if isInMember {
            damage = (
              .fileTruncated,
              "the compressed data ends before its time; what is missing was not checked"
            )
          }
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
      damage = (
        .fileCorrupt, "the compressed data is damaged here; what follows was not checked"
      )
      return false
    }
  }
}
