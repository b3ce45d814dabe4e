import CZlib

/// DEFLATE (RFC 1951), as edition 2022 compresses payloads with, through zlib.
public enum Deflate {
  /// Why bytes could not be inflated.
  public enum Failure: Error, Sendable, Hashable {
    /// They are not DEFLATE data, neither bare nor in zlib's wrapper.
    case corrupt
    /// They end before the data does.
    case truncated
    /// They are followed by bytes that do not belong to them.
    case trailingBytes
    /// They inflate to more than the limit.
    case tooLarge(limit: Int)
  }

  /// The bare DEFLATE form of some bytes.
  public static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    // Negative window bits: no header and no checksum around the data.
    unsafe precondition(
      deflateInit2_(
        &stream,
        Z_DEFAULT_COMPRESSION,
        Z_DEFLATED,
        -MAX_WBITS,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        size
      )
        == Z_OK,
      "zlib is out of memory"
    )
    defer { unsafe deflateEnd(&stream) }
    var output: [UInt8] = []
    unsafe feed(bytes, to: &stream) { stream in
      // One call is enough where there is room for the worst that can come of the bytes.
      let room = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
      unsafe append(&stream, to: &output, room: room) { _ = unsafe deflate(&$0, Z_FINISH) }
    }
    return output
  }

  /// What was compressed, from the bare form or from zlib's wrapper.
  ///
  /// Never holds more than `limit` bytes, however large the data says it is.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    do {
      return try inflate(bytes, limit: limit, windowBits: -MAX_WBITS)
    } catch .corrupt {
      // A wrapper is not a valid beginning of bare data in practice: its first block would be of a reserved type.
      return try inflate(bytes, limit: limit, windowBits: MAX_WBITS)
    }
  }

  /// What gzip has compressed (RFC 1952).
  package static func gunzip(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    try inflate(bytes, limit: limit, windowBits: MAX_WBITS + 16)
  }

  private static func inflate(
    _ bytes: [UInt8],
    limit: Int,
    windowBits: Int32
  ) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    unsafe precondition(
      inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
      "zlib is out of memory"
    )
    defer { unsafe inflateEnd(&stream) }
    var output: [UInt8] = []
    var status = Z_OK
    var rest = 0
    unsafe feed(bytes, to: &stream) { stream in
      while status == Z_OK && output.count <= limit {
        let room = min(65_536, limit - output.count + 1)
        unsafe append(&stream, to: &output, room: room) {
          status = unsafe CZlib.inflate(&$0, Z_NO_FLUSH)
        }
      }
      rest = unsafe Int(stream.avail_in)
    }
    if output.count > limit { throw .tooLarge(limit: limit) }
    switch status {
    case Z_STREAM_END: break
    case Z_BUF_ERROR: throw .truncated
    default: throw .corrupt
    }
    if rest > 0 { throw .trailingBytes }
    return output
  }

  private static func feed(
    _ bytes: [UInt8],
    to stream: inout z_stream,
    _ body: (inout z_stream) -> Void
  ) {
    var bytes = bytes
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe stream.next_in = buffer.baseAddress
      unsafe stream.avail_in = UInt32(buffer.count)
      unsafe body(&stream)
      unsafe stream.next_in = nil
    }
  }

  /// Runs one step of the stream into fresh room at the end of the output.
  private static func append(
    _ stream: inout z_stream,
    to output: inout [UInt8],
    room: Int,
    _ step: (inout z_stream) -> Void
  ) {
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe stream.next_out = buffer.baseAddress
      unsafe stream.avail_out = UInt32(room)
      unsafe step(&stream)
      count = unsafe room - Int(stream.avail_out)
    }
    output += chunk
  }
}
