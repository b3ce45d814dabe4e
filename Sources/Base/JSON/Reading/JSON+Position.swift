extension JSON {
  /// Where the value at the end of that path stands in a valid text; nil if there is none.
  public static func position(of path: JSONPath, in text: [UInt8]) -> JSONError.Position? {
    let padded = PaddedText(text)
    // The scanner has places in it, which do not keep it.
    defer { withExtendedLifetime(padded) {} }
    var scanner = Scanner(padded)
    // Only an invalid text throws here, and in one there is no such place.
    return try? scanner.position(of: path)
  }
}

extension Scanner {
  fileprivate mutating func position(of path: JSONPath) throws(JSONError) -> JSONError.Position? {
    for component in path.components {
      skipSpace()
      switch component {
      case .key(let key): guard try enterObject(upTo: key) else { return nil }
      case .index(let index): guard try enterArray(upTo: index) else { return nil }
      }
    }
    skipSpace()
    return cursor == end ? nil : position(of: cursor)
  }

  /// Moves from an object's brace to the value of that key.
  private mutating func enterObject(upTo key: String) throws(JSONError) -> Bool {
    guard take(Ascii.openBrace) else { return false }
    repeat {
      skipSpace()
      guard byte == Ascii.quote else { return false }
      let name = try scanString()
      skipSpace()
      guard take(Ascii.colon) else { return false }
      if name.equalsByBytes(key) { return true }
      try skipValue()
    } while take(Ascii.comma)
    return false
  }

  /// Moves from an array's bracket to the element of that index.
  private mutating func enterArray(upTo index: Int) throws(JSONError) -> Bool {
    guard index >= 0, take(Ascii.openBracket) else { return false }
    skipSpace()
    if byte == Ascii.closeBracket { return false }
    for _ in 0..<index {
      try skipValue()
      guard take(Ascii.comma) else { return false }
    }
    return true
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    cursor += 1
    return true
  }

  /// Moves past a value and the white space behind it.
  private mutating func skipValue() throws(JSONError) {
    var depth = 0
    while cursor < end {
      switch byte {
      case Ascii.openBrace, Ascii.openBracket: depth += 1
      case Ascii.quote:
        try skipString()
        continue
      case Ascii.closeBrace, Ascii.closeBracket:
        // That of the container in which the value stands ends the value.
        if depth == 0 { return }
        depth -= 1
      case Ascii.comma: if depth == 0 { return }
      default: break
      }
      cursor += 1
    }
  }
}
