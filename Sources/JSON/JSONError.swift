/// Why a text is no JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A place in a text. Lines and columns count from 1, columns count UTF-8 bytes.
  public struct Position: Sendable, Hashable, CustomStringConvertible {
    public var offset: Int
    public var line: Int
    public var column: Int

    public init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }

    public var description: String { "line \(line), column \(column)" }
  }

  public var message: String
  public var position: Position

  public init(_ message: String, at position: Position) {
    self.message = message
    self.position = position
  }

  public var description: String { "\(position): \(message)" }
}
