import JSON

extension PayloadScanner {
  /// Behind the closing quote of a string, which is `\"` here.
  mutating func string(from first: Place) -> Place? {
    var place = first
    while true {
      place = Words.special(from: place)
      if place[0] == Words.backslash {
        if place[1] == Words.quote { return place + 2 }
        guard let next = escape(place) else { return nil }
        oddities &+= 1
        place = next
      } else if place[0] >= 0x80 {
        let length = Utf8.wellFormedLength(at: place)
        if length == 0 { return nil }
        place += length
      } else {
        return nil
      }
    }
  }

  /// Behind an escape: one of the payload, whose backslash is `\\` here, or one of the document around it.
  @inline(never)
  private func escape(_ place: Place) -> Place? {
    switch place[1] {
    case Words.backslash:
      switch place[2] {
      case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
        UInt8(ascii: "t"), UInt8(ascii: "/"):
        return place + 3
      case Words.backslash:
        return place[3] == Words.quote || place[3] == Words.backslash ? place + 4 : nil
      case UInt8(ascii: "u"):
        guard let unit = Ascii.fourHexDigits(at: place + 3) else { return nil }
        guard unit & 0xF800 == 0xD800 else { return place + 7 }
        guard unit < 0xDC00, place[7] == Words.backslash, place[8] == Words.backslash,
          place[9] == UInt8(ascii: "u"), let low = Ascii.fourHexDigits(at: place + 10),
          low & 0xFC00 == 0xDC00
        else { return nil }
        return place + 14
      default: return nil
      }
    case UInt8(ascii: "u"):
      guard let unit = Ascii.fourHexDigits(at: place + 2), unit >= 0x20, unit != 0x22, unit != 0x5C
      else {
        return nil
      }
      guard unit & 0xF800 == 0xD800 else { return place + 6 }
      guard unit < 0xDC00, place[6] == Words.backslash, place[7] == UInt8(ascii: "u"),
        let low = Ascii.fourHexDigits(at: place + 8), low & 0xFC00 == 0xDC00
      else { return nil }
      return place + 12
    case UInt8(ascii: "/"): return place + 2
    default: return nil
    }
  }

  /// Behind a key without escapes.
  @inline(__always)
  func key(at place: Place) -> Place? {
    guard isQuote(place) else { return nil }
    var end = place + 2
    while true {
      end = Words.special(from: end)
      if end[0] == Words.backslash { return end[1] == Words.quote ? end + 2 : nil }
      guard end[0] >= 0x80 else { return nil }
      let length = Utf8.wellFormedLength(at: end)
      if length == 0 { return nil }
      end += length
    }
  }

  @inline(__always)
  func isQuote(_ place: Place) -> Bool {
    place[0] == Words.backslash && place[1] == Words.quote
  }

  @inline(__always)
  func isKey(_ place: Place, _ length: Int, _ key: StaticString) -> Bool {
    guard length == key.utf8CodeUnitCount else { return false }
    for index in 0..<length where place[index] != key.utf8Start[index] { return false }
    return true
  }

  /// Behind white space, of which all but the space itself is an escape here.
  @inline(__always)
  mutating func skipSpace(_ place: Place) -> Place {
    if place[0] > 0x20, place[0] != Words.backslash || place[1] == Words.quote { return place }
    return skipSpaceSlowly(place)
  }

  @inline(never)
  private mutating func skipSpaceSlowly(_ start: Place) -> Place {
    var place = start
    while true {
      if place[0] == 0x20 {
        place += 1
      } else if place[0] == Words.backslash,
        place[1] == UInt8(ascii: "n") || place[1] == UInt8(ascii: "t")
          || place[1] == UInt8(ascii: "r")
      {
        place += 2
      } else {
        break
      }
    }
    if place != start { oddities &+= 1 }
    return place
  }
}
