package import JSON

/// How the characters of JSON are spelled in a text, so that one scanner reads all of them where they stand.
package protocol Spelling {
  /// Whether a text of this spelling can be a document.
  static var mayHoldPayload: Bool { get }
  /// The bytes of a quote.
  static var quoteLength: Int { get }
  /// The first byte of a quote, with which strings and keys begin.
  static var quote: UInt8 { get }

  /// Behind white space, which makes another spelling of the same value possible if there is any.
  static func skipSpace(_ place: Place, _ isOdd: inout Bool) -> Place
  /// Behind the closing quote of a string that begins here; nil if it is not one.
  static func string(from first: Place, _ isOdd: inout Bool) -> Place?
  /// The JSON that is spelled by these bytes.
  static func decoded(_ bytes: Bytes) -> [UInt8]?
}

/// JSON as it is.
enum PlainSpelling: Spelling {
  static var mayHoldPayload: Bool { true }
  static var quoteLength: Int { 1 }
  package static var quote: UInt8 { Ascii.quote }

  @inline(__always)
  static func skipSpace(_ start: Place, _ isOdd: inout Bool) -> Place {
    if start[0] > 0x20 { return start }
    var place = start
    while place[0].isJSONSpace { place += 1 }
    if place != start { isOdd = true }
    return place
  }

  @inline(__always)
  package static func string(from first: Place, _ isOdd: inout Bool) -> Place? {
    var place = ByteWords.special(from: first)
    // Most strings are short; one that has a backslash may be a payload, which has thousands.
    while place[0] != Ascii.quote {
      place = ByteWords.unusual(from: place)
      switch place[0] {
      case Ascii.quote: return place + 1
      case Ascii.backslash:
        guard let next = escape(at: place) else { return nil }
        isOdd = true
        place = next
      default:
        let length = Utf8.wellFormedLength(at: place)
        if length == 0 { return nil }
        place += length
      }
    }
    return place + 1
  }

  package static func decoded(_ bytes: Bytes) -> [UInt8]? { Array(bytes) }

  /// Behind an escape, or two that are one character.
  @inline(never)
  private static func escape(at place: Place) -> Place? {
    switch place[1] {
    case Ascii.quote, Ascii.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 2
    case UInt8(ascii: "u"):
      return unicodeEscape(at: place, slashes: 1)
    default: return nil
    }
  }
}

/// Behind an escape of four digits whose backslash has so many bytes, or behind two that are one character.
private func unicodeEscape(at place: Place, slashes: Int) -> Place? {
  let digits = place + slashes + 1
  guard let unit = Ascii.fourHexDigits(at: digits) else { return nil }
  let next = digits + 4
  guard unit & 0xF800 == 0xD800 else { return next }
  guard unit < 0xDC00, next[0] == Ascii.backslash, next[slashes - 1] == Ascii.backslash,
    next[slashes] == UInt8(ascii: "u"), let low = Ascii.fourHexDigits(at: next + slashes + 1),
    low & 0xFC00 == 0xDC00
  else { return nil }
  return next + slashes + 5
}

/// JSON as the text of a string: every quote is `\"`, and the escapes of the JSON itself have a backslash more.
///
/// Spellings that are legal and rare, such as a brace as `\u007b`, are not read here: such a text is unescaped first.
package enum QuotedSpelling: Spelling {
  package static var mayHoldPayload: Bool { false }
  package static var quoteLength: Int { 2 }
  package static var quote: UInt8 { Ascii.backslash }

  @inline(__always)
  package static func skipSpace(_ place: Place, _ isOdd: inout Bool) -> Place {
    if place[0] > 0x20, place[0] != Ascii.backslash || place[1] == Ascii.quote { return place }
    return skipSpaceSlowly(place, &isOdd)
  }

  @inline(never)
  private static func skipSpaceSlowly(_ start: Place, _ isOdd: inout Bool) -> Place {
    var place = start
    while true {
      if place[0] == 0x20 {
        place += 1
      } else if place[0] == Ascii.backslash,
        place[1] == UInt8(ascii: "n") || place[1] == UInt8(ascii: "t")
          || place[1] == UInt8(ascii: "r")
      {
        place += 2
      } else {
        break
      }
    }
    if place != start { isOdd = true }
    return place
  }

  @inline(__always)
  package static func string(from first: Place, _ isOdd: inout Bool) -> Place? {
    let end = ByteWords.special(from: first)
    if end[0] == Ascii.backslash, end[1] == Ascii.quote { return end + 2 }
    return string(behind: end, &isOdd)
  }

  /// Behind the closing quote of a string in which something unusual comes first.
  @inline(never)
  private static func string(behind special: Place, _ isOdd: inout Bool) -> Place? {
    var place = special
    while true {
      if place[0] == Ascii.backslash {
        if place[1] == Ascii.quote { return place + 2 }
        guard let next = escape(at: place) else { return nil }
        isOdd = true
        place = next
      } else if place[0] >= 0x80 {
        let length = Utf8.wellFormedLength(at: place)
        if length == 0 { return nil }
        place += length
      } else {
        return nil
      }
      place = ByteWords.special(from: place)
    }
  }

  package static func decoded(_ bytes: Bytes) -> [UInt8]? {
    let text = [Ascii.quote] + bytes + [Ascii.quote]
    return (try? JSON(parsing: text))?.string.map { Array($0.utf8) }
  }

  /// Behind an escape: one of the JSON, whose backslash is `\\` here, or one of the string around it.
  @inline(never)
  private static func escape(at place: Place) -> Place? {
    switch place[1] {
    case Ascii.backslash:
      switch place[2] {
      case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
        UInt8(ascii: "t"), UInt8(ascii: "/"):
        return place + 3
      case Ascii.backslash:
        return place[3] == Ascii.quote || place[3] == Ascii.backslash ? place + 4 : nil
      case UInt8(ascii: "u"):
        return unicodeEscape(at: place, slashes: 2)
      default: return nil
      }
    case UInt8(ascii: "u"):
      guard let unit = Ascii.fourHexDigits(at: place + 2), unit >= 0x20, unit != 0x22, unit != 0x5C
      else { return nil }
      return unicodeEscape(at: place, slashes: 1)
    case UInt8(ascii: "/"): return place + 2
    default: return nil
    }
  }
}
