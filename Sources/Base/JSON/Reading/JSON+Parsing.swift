extension JSON {
  /// How deep arrays and objects may stand in each other if nothing else is said.
  ///
  /// Reading and writing take any depth, but comparing and releasing a value use a stack frame a level.
  public static let depthLimit = 512

  /// Reads a text that must be one JSON value as RFC 8259 defines it, and nothing else: no byte order
  /// mark, no comments, no trailing commas, no key twice.
  public init(
    parsing text: some StringProtocol,
    depthLimit: Int = JSON.depthLimit
  ) throws(JSONError) {
    try self.init(parsing: text.utf8, depthLimit: depthLimit)
  }

  /// Reads bytes that must be one JSON value in UTF-8, and nothing else.
  public init(
    parsing bytes: some Collection<UInt8>,
    depthLimit: Int = JSON.depthLimit
  ) throws(JSONError) {
    let text = PaddedText(bytes)
    // The parser has places in it, which do not keep it.
    defer { withExtendedLifetime(text) {} }
    var parser = Parser(text, depthLimit: depthLimit)
    self = try parser.parseDocument()
  }

  /// Reads a text that must be one JSON value, but for an object that has a key several times: of the values of such a
  /// key the last one counts.
  package init(parsingLastOfEachKey text: some StringProtocol) throws(JSONError) {
    let text = PaddedText(text.utf8)
    defer { withExtendedLifetime(text) {} }
    var parser = Parser(text, depthLimit: JSON.depthLimit, keepsLastOfEachKey: true)
    self = try parser.parseDocument()
  }
}
