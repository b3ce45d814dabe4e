extension TextBuffer {
  /// Appends a string with its quotes and escapes.
  mutating func appendLiteral(of string: String) {
    string.withBytes { appendLiteral(from: $0, $1) }
  }

  private mutating func appendLiteral(from start: Place, _ count: Int) {
    var target = reserve(count + 2)
    target.put(Ascii.quote)
    target += 1
    var source = start
    let end = start + count
    while true {
      // Bytes are copied first and looked at then: what should not have been is overwritten.
      let left = end - source
      if left >= 8 {
        let bytes = EightBytes(at: source)
        target.put(bytes)
        let plain = bytes.plainPrefix
        source += plain
        target += plain
        if plain == 8 { continue }
      } else {
        while source < end, !Self.needsEscape(source.byte) {
          target.put(source.byte)
          source += 1
          target += 1
        }
        if source == end { break }
      }
      advance(to: target)
      appendEscape(of: source.byte)
      source += 1
      target = reserve(end - source + 1)
    }
    target.put(Ascii.quote)
    advance(to: target + 1)
  }

  /// Whether any of so many bytes has to be escaped.
  static func needsEscape(_ start: Place, _ count: Int) -> Bool {
    var next = start
    let end = start + count
    while end - next >= 8 {
      if EightBytes(at: next).plainPrefix < 8 { return true }
      next += 8
    }
    while next < end {
      if needsEscape(next.byte) { return true }
      next += 1
    }
    return false
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < Ascii.space || byte == Ascii.quote || byte == Ascii.backslash
  }

  /// Appends the shortest escape of a quote, a backslash or a control character.
  private mutating func appendEscape(of byte: UInt8) {
    append(Ascii.backslash)
    switch byte {
    case 0x08: append(UInt8(ascii: "b"))
    case Ascii.tab: append(UInt8(ascii: "t"))
    case Ascii.newline: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case Ascii.carriageReturn: append(UInt8(ascii: "r"))
    case ..<Ascii.space:
      append("u00")
      append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      append(byte & 15 < 10 ? Ascii.zero + (byte & 15) : UInt8(ascii: "a") + (byte & 15) - 10)
    default: append(byte)
    }
  }

  /// Appends a double as the shortest text that reads back as the same.
  mutating func appendLiteral(of value: Double) {
    precondition(value.isFinite, "JSON has no text for \(value)")
    append(value.description)
  }

  /// Appends an integer.
  mutating func appendLiteral(of value: Int64) {
    // The digits come out last one first, so they are written from the end of 20 reserved bytes, which
    // any of them fits into, and then moved to the front.
    let place = reserve(20)
    var digit = place + 20
    var rest = value.magnitude
    repeat {
      digit -= 1
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      digit.put(Ascii.zero + UInt8(truncatingIfNeeded: remainder))
      rest = quotient
    } while rest > 0
    if value < 0 {
      digit -= 1
      digit.put(Ascii.minus)
    }
    let count = place + 20 - digit
    place.copy(digit.place, count)
    advance(to: place + count)
  }
}
