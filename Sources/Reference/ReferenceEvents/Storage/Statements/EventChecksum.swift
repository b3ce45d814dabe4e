import CZlib

/// Tells whether an event is as it was written, which SQLite does not check: CRC-32 over all that it holds.
struct EventChecksum {
  private var value: UInt32 = 0
  /// Entries of metadata come back in any order, so each counts on its own, and multiplied, so that equal ones do not
  /// cancel each other out.
  private var metadata: UInt32 = 0

  /// What is stored.
  var stored: Int64 { Int64(value ^ metadata) }

  mutating func add(_ number: Int64) {
    unsafe withUnsafeBytes(of: number.littleEndian) { value = unsafe Self.update(value, $0) }
  }

  /// Adds the bytes of a field, whether they are text, and whether it is there.
  mutating func add(_ field: UnsafeRawBufferPointer?, isText: Bool = true) {
    guard let field = unsafe field else { return add(-1) }
    // A size is never negative, and -1 stands for no field.
    add(isText ? Int64(field.count) : -2 - Int64(field.count))
    value = unsafe Self.update(value, field)
  }

  /// Adds a field that has a name.
  mutating func add(key: String, value: String) {
    var entry = EventChecksum()
    entry.add(Array(key.utf8))
    entry.add(Array(value.utf8))
    metadata = metadata &+ entry.value &* 0x9E37_79B1
  }

  mutating func add(_ text: String?) {
    guard var text else { return unsafe add(nil as UnsafeRawBufferPointer?) }
    text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ field: [UInt8]) { unsafe field.withUnsafeBytes { unsafe add($0) } }

  private static func update(_ value: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return value
    }
    return unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, z_size_t(bytes.count)))
  }
}
