/// Why a run could not be carried out at all.
public struct RunError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of error it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the code.
    public var rawValue: String

    /// A code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The implementation did not say what it is.
    public static let notInitialized = Code(rawValue: "not-initialized")
  }

  /// What kind of error it is.
  public var code: Code
  /// A sentence for people.
  public var description: String

  /// An error with a sentence for people.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
