extension Scanner {
  /// Reads a string literal, from its opening quote past its closing one.
  @inline(__always)
  mutating func scanString() throws(JSONError) -> String {
    let first = cursor + 1
    let last = plainAsciiEnd(from: first)
    if last.byte == Ascii.quote {
      cursor = last + 1
      return first.text(to: last)
    }
    return try scanUnusualString()
  }

  /// Moves past a string literal without making a string of it.
  mutating func skipString() throws(JSONError) {
    let opening = cursor
    cursor += 1
    while try skipRun(of: opening) { _ = try scanEscape(of: opening) }
  }

  /// Reads a string with escapes or characters outside ASCII.
  @inline(never)
  private mutating func scanUnusualString() throws(JSONError) -> String {
    let opening = cursor
    cursor += 1
    if try !skipRun(of: opening) { return (opening + 1).text(to: cursor - 1) }
    var bytes: [UInt8] = []
    (opening + 1).append(to: cursor, into: &bytes)
    while true {
      let scalar = try scanEscape(of: opening)
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      let run = cursor
      let endsWithEscape = try skipRun(of: opening)
      let end = endsWithEscape ? cursor : cursor - 1
      run.append(to: end, into: &bytes)
      if !endsWithEscape { return String(decoding: bytes, as: UTF8.self) }
    }
  }

  /// Moves over characters that stand for themselves: up to a backslash (true) or past the closing
  /// quote (false).
  private mutating func skipRun(of opening: Place) throws(JSONError) -> Bool {
    while true {
      cursor = plainAsciiEnd(from: cursor)
      switch byte {
      case Ascii.quote:
        cursor += 1
        return false
      case Ascii.backslash: return true
      case 0x80...:
        let length = Utf8.wellFormedLength(at: cursor)
        guard length > 0 else {
          var error = failure("\(Self.name(of: byte)) is not part of well-formed UTF-8")
          error.rule = .encoding
          throw error
        }
        cursor += length
      default:
        if cursor == end { throw unclosedString(opening) }
        throw failure(
          "\(Self.name(of: byte)) is a control character, which a string holds only as an escape"
        )
      }
    }
  }

  @inline(__always)
  private func plainAsciiEnd(from first: Place) -> Place {
    var place = first
    while true {
      let prefix = EightBytes(at: place).plainAsciiPrefix
      place += prefix
      if prefix < 8 { return place }
    }
  }

  /// Reads one escape, or two that form a surrogate pair.
  ///
  /// Whatever is wrong with it is reported where its backslash stands.
  private mutating func scanEscape(
    of opening: Place
  ) throws(JSONError) -> Unicode.Scalar {
    let escape = cursor
    cursor += 2
    switch escape[1] {
    case Ascii.quote: return "\""
    case Ascii.backslash: return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = scanFourHexDigits() else {
        if cursor == end { throw unclosedString(opening) }
        throw failure("\\u takes four hexadecimal digits", at: escape)
      }
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard unit < 0xDC00, byte == Ascii.backslash, cursor[1] == UInt8(ascii: "u") else {
        throw failure("half of a surrogate pair without the other half", at: escape)
      }
      cursor += 2
      guard let low = scanFourHexDigits(), low & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
      else { throw failure("half of a surrogate pair without the other half", at: escape) }
      return scalar
    default:
      if escape + 1 == end { throw unclosedString(opening) }
      throw failure(
        "no such escape; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX",
        at: escape
      )
    }
  }

  /// Stops at the first byte that is not a hexadecimal digit.
  private mutating func scanFourHexDigits() -> UInt16? {
    let unit = Ascii.fourHexDigits(at: cursor)
    if unit != nil { cursor += 4 } else { while Ascii.hexDigit(byte) != nil { cursor += 1 } }
    return unit
  }
}
