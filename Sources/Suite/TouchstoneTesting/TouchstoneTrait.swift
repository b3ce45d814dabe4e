package import Formats
public import Testing
public import Touchstone
import TouchstoneExplaining

/// Installs the implementation that the tests of a suite, or the cases of one test, are about.
///
/// ```swift
/// @Suite(.touchstone { MyRecorder() })
/// struct ConformanceTests {
///   @Test(arguments: try TouchstoneSuite.cases())
///   func `The recorder keeps the specification`(_ testCase: Case) async throws { try await check(testCase) }
/// }
/// ```
public struct TouchstoneTrait: SuiteTrait, TestTrait, TestScoping {
  private let edition: String
  private let allowUnsupported: Bool
  private let makeImplementation: @Sendable () async throws -> any Implementation

  init(
    edition: String,
    allowUnsupported: Bool,
    _ makeImplementation: @escaping @Sendable () async throws -> any Implementation
  ) {
    self.edition = edition
    self.allowUnsupported = allowUnsupported
    self.makeImplementation = makeImplementation
  }

  /// The trait itself where it stands, and nothing below: an implementation is made and initialized once, not
  /// once a case.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> TouchstoneTrait? {
    testCase == nil ? self : nil
  }

  /// Makes the implementation, asks it what it is, and keeps it in place while the tests run.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let implementation = try await makeImplementation()
    do {
      try await install(implementation, performing: function)
    } catch {
      _ = await implementation.finish()
      throw error
    }
    for fault in await implementation.finish() { Issue.record(Comment(rawValue: fault)) }
  }

  private func install(
    _ implementation: any Implementation,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let info = try await implementation.initialize(edition: edition)
    let session = Session(
      implementation: implementation,
      info: info,
      edition: Edition(rawValue: edition) ?? .current,
      allowUnsupported: allowUnsupported,
      runner: CaseRunner(implementation: implementation, info: info, edition: edition),
      requirements: try Suite.embedded().requirements
    )
    try await Session.$current.withValue(session) { try await function() }
  }
}

extension Trait where Self == TouchstoneTrait {
  /// Installs an implementation.
  ///
  /// ```swift
  /// @Suite(.touchstone { MyRecorder() })
  /// struct ConformanceTests {
  ///   @Test(arguments: try TouchstoneSuite.cases())
  ///   func `The recorder keeps the specification`(_ testCase: Case) async throws {
  ///     try await check(testCase)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - edition: the edition that the implementation is told to follow.
  ///   - allowUnsupported: whether a case may be declined though the implementation offers all that it needs, as long as you
  ///     are building.
  ///   - makeImplementation: makes the implementation, once for the suite or test that bears the trait.
  /// - Returns: a trait for a suite or a test.
  public static func touchstone(
    edition: String = "2023",
    allowUnsupported: Bool = false,
    _ makeImplementation: @escaping @Sendable () async throws -> any Implementation
  ) -> TouchstoneTrait {
    TouchstoneTrait(edition: edition, allowUnsupported: allowUnsupported, makeImplementation)
  }
}

/// What is installed for the running test.
package struct Session: Sendable {
  @TaskLocal package static var current: Session?

  package let implementation: any Implementation
  package let info: ImplementationInfo
  package let edition: Edition
  let allowUnsupported: Bool
  package let runner: CaseRunner
  package let requirements: [String: Requirement]

  /// What is installed, or an issue that says that nothing is.
  package static func installed(_ sourceLocation: SourceLocation) -> Session? {
    if let current { return current }
    Issue.record(
      "no implementation is installed: give the test or its suite the trait .touchstone { … }",
      sourceLocation: sourceLocation
    )
    return nil
  }

  /// Records what is wrong with a case as an issue that explains itself.
  package func record(_ verdict: CaseVerdict, at sourceLocation: SourceLocation) {
    let explanation = ReportEntry(verdict)
      .explanation(requirements: requirements.mapValues(\.summary))
    Issue.record(
      Comment(rawValue: explanation.joined(separator: "\n")),
      sourceLocation: sourceLocation
    )
  }

  /// Whether a case may not be declined: it needs nothing that the implementation leaves out, or is a user's own.
  func hasToRun(_ testCase: Case) -> Bool {
    !allowUnsupported && testCase.level == .must
      && (testCase.isOwn || Set(testCase.needs).isSubset(of: info.features))
  }
}
