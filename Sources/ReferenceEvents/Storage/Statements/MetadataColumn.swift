/// Names the column of a metadata key.
///
/// SQLite takes names that differ only in case for the same, and none with a NUL, so every byte but
/// lower-case letters, digits and `_` is written as `%` and two hexadecimal digits. A key that is
/// then no other field's name is its own column's name: `username`, `user%49d`.
enum MetadataColumn {
  static func name(for key: String) -> String {
    var name = ""
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return name
  }

  static func key(for name: String) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(name)
    while let character = rest.popFirst() {
      if character == "%", let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(contentsOf: character.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
