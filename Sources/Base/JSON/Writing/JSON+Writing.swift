extension JSON {
  /// The text of this value.
  public func text(_ style: JSONStyle = .compact) -> String {
    var text = TextBuffer()
    Layout(style: style).write(self, into: &text)
    return text.text
  }

  /// Appends the compact text to a buffer.
  public func write(into bytes: inout [UInt8]) {
    var text = TextBuffer()
    Layout(style: .compact).write(self, into: &text)
    text.append(to: &bytes)
  }

  /// Hands on the compact text as a line with its line feed, in pieces of about 64 KiB: a large one is never in memory as a
  /// whole.
  package func writeLine(_ take: ([UInt8]) -> Void) {
    withoutActuallyEscaping(take) { take in
      var text = TextBuffer(capacity: 1 << 16, drain: take)
      Layout(style: .compact).write(self, into: &text)
      text.append(Ascii.newline)
      text.flush()
    }
  }

  /// Appends a string as a JSON literal with its quotes.
  public static func writeString(_ string: String, into bytes: inout [UInt8]) {
    // Most strings need no escape and go straight to their place.
    guard string.withBytes(TextBuffer.needsEscape) else {
      bytes.append(Ascii.quote)
      bytes.append(contentsOf: string.utf8)
      return bytes.append(Ascii.quote)
    }
    var text = TextBuffer(capacity: string.utf8.count + TextBuffer.slack)
    text.appendLiteral(of: string)
    text.append(to: &bytes)
  }

  /// Appends the shortest literal that reads back as the same double.
  ///
  /// It always has a fraction or an exponent. JSON has no text for infinities and NaN: they trap.
  public static func writeDouble(_ value: Double, into bytes: inout [UInt8]) {
    precondition(value.isFinite, "JSON has no text for \(value)")
    // The standard library writes the shortest digits that read back, and always ".0" or an exponent.
    bytes.append(contentsOf: value.description.utf8)
  }
}
