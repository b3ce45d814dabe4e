import Foundation
public import Testing
public import Touchstone
import TouchstoneExplore
public import TouchstoneTesting

extension TouchstoneSuite {
  /// Seeds of random programs, in the form in which a test takes them.
  ///
  /// ```swift
  /// @Test(.touchstone { MyRecorder() }, arguments: TouchstoneSuite.seeds(200))
  /// func `The recorder does what the reference does`(_ seed: UInt64) async throws {
  ///   try await explore(seed, beside: ReferenceImplementation())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - first: the first of them; the others follow.
  /// - Returns: the seeds in ascending order.
  public static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    (0..<max(0, count)).map { first &+ UInt64($0) }
  }
}

/// Runs a random program on the installed implementation and on a model, and records an issue if they differ.
///
/// The issue tells the smallest program that shows the difference, with both trails. A program that needs what the
/// implementation does not offer is not made.
///
/// - Parameters:
///   - seed: one of `TouchstoneSuite.seeds`.
///   - model: what is right, such as `ReferenceImplementation()` of the product `TouchstoneReference`; it is asked step by
///     step while programs are made.
///   - sourceLocation: where an issue is reported.
/// - Throws: what keeps the model from saying what it is, and an error if it cannot be asked step by step.
public func explore(
  _ seed: UInt64,
  beside model: any Implementation,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard let session = Session.installed(sourceLocation) else { return }
  let settings = ExploreSettings(edition: session.edition)
  let duel = try await Duel(
    of: session.implementation,
    session.info,
    model: model,
    settings: settings
  )
  let limits = Explorer.Limits(count: 1, time: nil)
  let exploration = await Explorer(duel, seed: seed, limits: limits, jobs: 1).explore()
  for difference in exploration.differences {
    session.record(difference.verdict, at: sourceLocation)
  }
}
