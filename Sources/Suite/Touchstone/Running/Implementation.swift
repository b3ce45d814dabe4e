/// Whatever is judged: something that runs the steps of a case and hands back what happened.
///
/// ```swift
/// struct MyRecorder: Implementation {
///   func initialize(edition: String) async throws -> ImplementationInfo {
///     ImplementationInfo(
///       name: "mine", version: "1", language: "Swift", editions: ["2023"], classes: ["recording"],
///       features: []
///     )
///   }
///
///   func runCase(_ program: CaseProgram) async throws -> CaseResult {
///     let session = try Session(program.schema, program.configuration)
///     let outcomes = program.steps.map(session.run)
///     return .completed(steps: outcomes, events: session.storedEvents)
///   }
/// }
/// ```
///
/// The reference in process, and any other implementation behind a pipe, stand behind this one protocol and
/// these messages, so that no path can be kinder than another.
public protocol Implementation: Sendable {
  /// Says what the implementation is and can do. Called once, before any case.
  ///
  /// - Throws: ``UnknownEdition`` for an edition that it does not speak.
  func initialize(edition: String) async throws -> ImplementationInfo

  /// Runs one case in a fresh realm, event realm and clock.
  ///
  /// - Throws: whatever kept the implementation from answering; the case is then `errored`.
  func runCase(_ program: CaseProgram) async throws -> CaseResult

  /// Ends the implementation. Called once, after the last case; the default has nothing to end.
  ///
  /// - Returns: what went wrong that no case is to blame for, a sentence each. The run then is not as expected.
  func finish() async -> [String]
}

extension Implementation {
  /// Nothing to end, nothing to complain about.
  public func finish() async -> [String] { [] }
}

/// What an implementation says of itself: its name, and what it claims to be able to do.
public struct ImplementationInfo: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// Its version.
  public var version: String
  /// The language it is written in.
  public var language: String
  /// The editions it can follow.
  public var editions: [String]
  /// The conformance classes it claims.
  public var classes: [String]
  /// The optional features it offers.
  public var features: [String]

  /// What an implementation says of itself.
  public init(
    name: String,
    version: String,
    language: String,
    editions: [String],
    classes: [String],
    features: [String]
  ) {
    self.name = name
    self.version = version
    self.language = language
    self.editions = editions
    self.classes = classes
    self.features = features
  }
}

/// An implementation was asked to follow an edition that it does not speak.
///
/// ```swift
/// guard edition == "2023" else { throw UnknownEdition(edition, known: ["2023"]) }
/// ```
public struct UnknownEdition: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked for.
  public var edition: String
  /// What it does speak.
  public var known: [String]

  /// An error for that edition.
  public init(_ edition: String, known: [String]) {
    self.edition = edition
    self.known = known
  }

  /// A sentence for people.
  public var description: String {
    "edition \(edition) is not spoken, only \(known.joined(separator: ", "))"
  }
}
