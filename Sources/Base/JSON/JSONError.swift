/// Why a text is not JSON, and where.
///
/// ```swift
/// do {
///   _ = try JSON(parsing: #"{"_id": 7, "_id": 8}"#)
/// } catch {
///   print(error)  // line 1, column 12: the key "_id" is given twice in this object
/// }
/// ```
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A place in a text.
  ///
  /// Lines and columns count from 1, columns count UTF-8 bytes.
  public struct Position: Sendable, Hashable, CustomStringConvertible {
    /// How many bytes come before it.
    public var offset: Int
    /// The line, counted from 1; a line feed ends it.
    public var line: Int
    /// The byte of the line, counted from 1.
    public var column: Int

    /// A place of these coordinates.
    public init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }

    /// The place in the words of an editor: `line 3, column 7`.
    public var description: String { "line \(line), column \(column)" }
  }

  /// Which rule is broken, for code that treats one of them differently.
  package enum Rule: Sendable, Hashable {
    case grammar, encoding, uniqueKeys, depth
  }

  /// What is wrong.
  public var message: String
  /// Which rule is broken.
  package var rule: Rule = .grammar
  /// Where it is wrong.
  public var position: Position

  /// An error with that message at that place.
  public init(_ message: String, at position: Position) {
    self.message = message
    self.position = position
  }

  /// The place and what is wrong there.
  public var description: String { "\(position): \(message)" }
}
