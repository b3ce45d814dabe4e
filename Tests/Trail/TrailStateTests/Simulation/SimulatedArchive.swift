import CZlib

@testable import TrailReading

/// An archive as `mongodump --archive` writes it, with collections whose documents take turns.
enum SimulatedArchive {
  private static let separator = [UInt8](repeating: 0xFF, count: 4)

  static func bytes(_ collections: [String: [[UInt8]]], databases: [String] = ["clinic"]) -> [UInt8]
  {
    var bytes: [UInt8] = [0x6D, 0xE2, 0x99, 0x81]
    bytes += SimulatedValue.document([("version", .string("0.1"))])
    let all = databases.flatMap { database in
      collections.sorted { $0.key < $1.key }.map { (database, $0.key, $0.value) }
    }
    for (database, name, _) in all {
      bytes += SimulatedValue.document([
        ("db", .string(database)), ("collection", .string(name)), ("metadata", .string("{}")),
      ])
    }
    bytes += separator
    let longest = all.map(\.2.count).max() ?? 0
    for start in stride(from: 0, to: longest, by: 100) {
      for (database, name, documents) in all where start < documents.count {
        bytes += header(database, name, isEnd: false, checksum: 0)
        for document in documents[start..<min(start + 100, documents.count)] { bytes += document }
        bytes += separator
      }
    }
    for (database, name, documents) in all {
      var checksum = CRC64()
      for document in documents { Bytes.withCopy(of: document) { checksum.add($0) } }
      bytes += header(database, name, isEnd: true, checksum: checksum.value) + separator
    }
    return bytes
  }

  private static func header(
    _ database: String,
    _ name: String,
    isEnd: Bool,
    checksum: UInt64
  ) -> [UInt8] {
    SimulatedValue.document([
      ("db", .string(database)), ("collection", .string(name)), ("EOF", .bool(isEnd)),
      ("CRC", .int(Int64(bitPattern: checksum))),
    ])
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let format = MAX_WBITS + 16
    precondition(deflateInit2_(&stream, 6, Z_DEFLATED, format, 8, 0, ZLIB_VERSION, size) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1024) { buffer, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      }
      count = buffer.count - Int(stream.avail_out)
    }
  }
}
