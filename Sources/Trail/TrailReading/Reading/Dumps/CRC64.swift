/// The checksum that an archive of `mongodump` has of each collection: ECMA-182, reflected.
struct CRC64 {
  private var state = UInt64.max

  package var value: UInt64 { ~state }

  package mutating func add(_ bytes: Bytes) {
    var state = state
    for byte in bytes {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
    self.state = state
  }

  private static let table: [UInt64] = (0..<256).map { byte in
    (0..<8).reduce(UInt64(byte)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xC96C_5795_D787_0F42 : rest >> 1
    }
  }
}
