public import Testing
public import Touchstone

/// Runs a case on the installed implementation, and records an issue if it does not pass.
///
/// The issue points at the case in its file and explains itself: the steps, the requirement, the expected trail
/// against the actual one. A case that needs what the implementation does not offer is cancelled, and named on
/// standard output, because it is neither passed nor failed. One that is declined though all that it needs is offered is an
/// issue, and so is any case of your own, as for `touchstone run`.
///
/// ```swift
/// @Test(.touchstone { MyRecorder() }, arguments: try TouchstoneSuite.cases(filter: "custom-events/**"))
/// func `Custom events are recorded`(_ testCase: Case) async throws {
///   try await check(testCase)
/// }
/// ```
///
/// - Parameters:
///   - testCase: one of ``TouchstoneSuite/cases(edition:class:filter:)``.
///   - sourceLocation: where a missing `.touchstone` trait is reported.
/// - Throws: the cancellation of a case that is not run.
public func check(_ testCase: Case, sourceLocation: SourceLocation = #_sourceLocation) async throws
{
  guard let session = Session.installed(sourceLocation) else { return }
  let verdict = await session.runner.run(testCase)
  switch verdict.verdict {
  case .passed, .knownFailure: return
  case .unsupported:
    let reason = verdict.reason ?? "unsupported"
    if session.hasToRun(testCase) {
      Issue.record(
        "\(testCase.name) had to be run: \(reason). While you are building, use .touchstone(allowUnsupported: true) { … }.",
        sourceLocation: testCase.location.sourceLocation
      )
      return
    }
    print("– \(testCase.name) was not run: \(reason)")
    try Test.cancel("\(testCase.name) was not run: \(reason)", sourceLocation: sourceLocation)
  case .failed, .errored, .unexpectedPass:
    session.record(verdict, at: testCase.location.sourceLocation)
  }
}

extension TextLocation {
  /// The place in the form of a source location, whose file must have a folder.
  fileprivate var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: file.contains("/") ? file : "./\(file)",
      filePath: file,
      line: max(1, line),
      column: max(1, column)
    )
  }
}
