/// Names the column of a metadata key.
///
/// SQLite takes names that differ only in case for the same, and none with a NUL. A key that is then no other field's
/// name is its own column's name: `username`, `user%49d`.
enum MetadataColumn {
  static func name(for key: String) -> String {
    key.utf8.reduce(into: "") { $0 += PercentEncoding.encoded($1) }
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

/// Writes every byte but lower-case letters, digits, `_` and what else is allowed as `%` and two hexadecimal digits, for
/// names that are not told apart by their case.
enum PercentEncoding {
  static func encoded(_ byte: UInt8, allowing other: UInt8? = nil) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), other:
      String(Unicode.Scalar(byte))
    default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
    }
  }
}
