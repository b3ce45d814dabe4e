import Foundation
public import Touchstone

/// Which requirements are known to be guarded: those that a violator was made to violate.
///
/// A requirement that nothing violates may be one that no case would notice.
public struct Coverage: Sendable {
  /// The classes whose requirements have to be violated.
  public static let classes = ["recording", "event-realm", "flexible-sync", "mobile-platform"]

  /// Requirements of these classes that a case names and no violator violates, sorted.
  public let uncovered: [String]
  /// How many requirements a violator violates.
  public let violated: Int

  /// Compares the requirements of a suite with those that were violated.
  ///
  /// - Parameters:
  ///   - suite: all cases and requirements.
  ///   - violated: ids of requirements that a violator violates.
  public init(of suite: Suite, violated: Set<String>) {
    let named = Set(
      suite.cases.filter { Self.classes.contains($0.conformanceClass) }.flatMap(\.requirements)
    )
    let observable = named.filter { suite.requirements[$0]?.notObservable == nil }
    self.violated = violated.intersection(observable).count
    // `LINK-2` before `LINK-10`.
    uncovered = observable.subtracting(violated)
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }
}
