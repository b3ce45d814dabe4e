// Nothing here runs for a valid text: places are kept as pointers, lines are counted once it failed.
extension Scanner {
  func position(of place: Place) -> JSONError.Position {
    var line = 1
    var lineStart = start
    var current = start
    while current < place {
      if current.byte == Ascii.newline {
        line += 1
        lineStart = current + 1
      }
      current += 1
    }
    return .init(offset: place - start, line: line, column: place - lineStart + 1)
  }

  @inline(never)
  func failure(_ message: String, at place: Place? = nil) -> JSONError {
    JSONError(message, at: position(of: place ?? cursor))
  }

  /// Something else stands at the cursor than the grammar wants there.
  @inline(never)
  func unexpected(wanted: String) -> JSONError {
    if cursor == end { return failure("\(wanted) is missing: the text ends here") }
    if cursor == start, cursor[0] == 0xEF, cursor[1] == 0xBB, cursor[2] == 0xBF {
      return failure("a JSON text does not begin with a byte order mark")
    }
    return failure("\(Self.name(of: byte)) stands where \(wanted) is wanted")
  }

  @inline(never)
  func unclosedString(_ opening: Place) -> JSONError {
    failure("the string that begins at \(position(of: opening)) is not closed", at: end)
  }

  static func name(of byte: UInt8) -> String {
    if 0x20 < byte && byte < 0x7F { return "'\(Unicode.Scalar(byte))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x" + (byte < 0x10 ? "0" : "") + digits
  }
}
