import JSON

/// Texts with escapes, as people write them: quotes and line breaks.
extension Value {
  /// The bytes of a string whose escapes stand for a character of ASCII each; nil for any other value.
  var unescapedContent: [UInt8]? {
    guard let content else { return nil }
    // In a payload that stands in a string, each backslash is two.
    let isQuoted = start[0] == Ascii.backslash
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var place = 0
    while place < content.count {
      guard content[place] == Ascii.backslash else {
        bytes.append(content[place])
        place += 1
        continue
      }
      var count = 1
      while place + count < content.count, count < 4, content[place + count] == Ascii.backslash {
        count += 1
      }
      let next = place + count < content.count ? content[place + count] : 0
      guard let escape = Self.escape(count, next, isQuoted: isQuoted) else { return nil }
      bytes.append(escape.byte)
      place += escape.length
    }
    return bytes
  }

  /// What some backslashes and the byte behind them begin with, and how many bytes that takes.
  private static func escape(
    _ backslashes: Int,
    _ next: UInt8,
    isQuoted: Bool
  ) -> (byte: UInt8, length: Int)? {
    let single = isQuoted ? 2 : 1
    if backslashes >= 2 * single { return (Ascii.backslash, 2 * single) }
    if next == Ascii.quote { return backslashes == 2 * single - 1 ? (next, 2 * single) : nil }
    guard backslashes == single else { return nil }
    switch next {
    case UInt8(ascii: "n"): return (0x0A, single + 1)
    case UInt8(ascii: "t"): return (0x09, single + 1)
    case UInt8(ascii: "r"): return (0x0D, single + 1)
    case UInt8(ascii: "/"): return (next, single + 1)
    default: return nil
    }
  }
}
