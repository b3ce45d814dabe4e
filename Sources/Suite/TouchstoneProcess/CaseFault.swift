/// What kept a process from answering, or made its answer worthless.
///
/// ```swift
/// do {
///   print(try await SubprocessImplementation(options).initialize(edition: "2023").name)
/// } catch let fault as CaseFault {
///   print(fault.code, fault)
/// }
/// ```
public struct CaseFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  public enum Code: String, Sendable {
    /// The process could not be started.
    case notStarted = "not-started"
    /// It ended while it had something to answer.
    case ended
    /// It did not answer in time.
    case timedOut = "timed-out"
    /// It wrote something that is not a message, or not one that was asked for.
    case notAMessage = "not-a-message"
    /// It answered with a JSON-RPC error.
    case refused
    /// It failed so often that the rest was not tried.
    case givenUp = "given-up"
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
