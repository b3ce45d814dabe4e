/// Why a book could not be written.
public struct BookError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is something in the folder that is no book, or the folder is a file.
    public static let occupied = Code(rawValue: "occupied")
    /// The folder or a file in it could not be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What kind of failure it is.
  public var code: Code
  /// What is wrong, and what to do about it.
  public var message: String

  /// An error with its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence, safe to print.
  public var description: String { terminalSafe(message) }
}
