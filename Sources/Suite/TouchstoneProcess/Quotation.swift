import Formats

/// Bytes of a process in a sentence: short, and safe to show on a terminal.
enum Quotation {
  private static let limit = 200

  static func of(_ bytes: ArraySlice<UInt8>) -> String {
    // A character that is cut in two reads as a replacement character.
    let start = String(decoding: bytes.prefix(limit), as: UTF8.self)
    let rest = bytes.count > limit ? "… (\(bytes.count) bytes)" : ""
    return "\"" + terminalSafe(start) + rest + "\""
  }
}
