extension JSON {
  /// Reads a text that must be one JSON value as RFC 8259 defines it, and nothing else: no byte order
  /// mark, no comments, no trailing commas, no key twice.
  public init(
    parsing text: some StringProtocol,
    limits: JSONLimits = .default
  ) throws(JSONError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Reads bytes that must be one JSON value in UTF-8, and nothing else.
  public init(
    parsing bytes: some Collection<UInt8>,
    limits: JSONLimits = .default
  ) throws(JSONError) {
    let text = PaddedText(bytes)
    var parser = Parser(text, limits: limits)
    self = try parser.parseDocument()
  }
}
