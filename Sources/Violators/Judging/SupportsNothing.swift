package import Touchstone

/// An implementation that claims to offer what another one does, and then supports none of it.
///
/// No case may pass on it, and none may fail: all are untested.
package struct SupportsNothing: Implementation {
  private let implementation: any Implementation

  /// Takes the place of an implementation.
  package init(wrapping implementation: any Implementation) { self.implementation = implementation }

  /// What the replaced implementation says of itself.
  package func initialize(edition: String) async throws -> ImplementationInfo {
    try await implementation.initialize(edition: edition)
  }

  /// Ends the implementation that is wrapped.
  package func finish() async -> [String] { await implementation.finish() }

  /// Declines.
  package func runCase(_ program: CaseProgram) async throws -> CaseResult {
    .unsupported("supports nothing")
  }
}
