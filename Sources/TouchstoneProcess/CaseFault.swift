/// What kept a process from answering, or made its answer worthless.
public struct CaseFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the code.
    public var rawValue: String

    /// A code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The process could not be started.
    public static let notStarted = Code(rawValue: "not-started")
    /// It ended while it had something to answer.
    public static let ended = Code(rawValue: "ended")
    /// It did not answer in time.
    public static let timedOut = Code(rawValue: "timed-out")
    /// It wrote something that is not a message, or not one that was asked for.
    public static let notAMessage = Code(rawValue: "not-a-message")
    /// It answered with a JSON-RPC error.
    public static let refused = Code(rawValue: "refused")
    /// It failed so often that the rest was not tried.
    public static let givenUp = Code(rawValue: "given-up")
  }

  /// What kind of fault it is.
  public var code: Code
  /// A sentence for people.
  public var description: String

  /// A fault with a sentence for people.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
