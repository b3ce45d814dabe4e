import ReferenceAdapter
import ReferenceEvents
public import Touchstone

/// A wrong implementation: one plausible misreading of the specification, or one bug.
///
/// The suite is as good as what it catches, so each violator has to fail a case that names what it violates.
public struct Violator: Sendable {
  /// Permanent, in kebab case: the catalogue gives it.
  public internal(set) var id = ""
  /// What it does, in one sentence.
  public let title: String
  /// The requirements that it violates: at least one of them is named by a case that catches it.
  public let violates: [String]
  /// The edition whose cases it is judged by.
  public let edition: String
  /// Makes the implementation.
  public let make: @Sendable () -> any Implementation

  /// The violator under its id.
  func named(_ id: String) -> Violator {
    var violator = self
    violator.id = id
    return violator
  }
}

/// A way to be wrong, which violators differ in by a detail: usually a function.
package struct Violation<Detail: Sendable>: Sendable {
  private let make: @Sendable (Detail) -> any Implementation
  private var violates: [String] = []

  init(_ make: @escaping @Sendable (Detail) -> any Implementation) { self.make = make }

  /// The same way to be wrong, for violators of these requirements.
  package subscript(_ requirements: String...) -> Violation { violating(requirements) }

  func violating(_ requirements: [String]) -> Violation {
    var violation = self
    violation.violates = requirements
    return violation
  }

  /// A violator that is wrong in this way.
  package func callAsFunction(
    _ title: String,
    edition: String = "2023",
    _ detail: Detail
  ) -> Violator {
    Violator(title: title, violates: violates, edition: edition) { make(detail) }
  }

  /// What other ways are made of.
  func callAsFunction(_ detail: Detail) -> any Implementation { make(detail) }
}

extension Violation<Void> {
  /// A violator that is wrong in this way; there is only one.
  func callAsFunction(_ title: String) -> Violator { self(title, ()) }
}

extension Violator {
  /// What carries a program out.
  typealias Run = @Sendable (CaseProgram) async throws -> CaseResult

  /// The reference with some of the rules of its edition changed.
  static let rule = Violation<@Sendable (inout Edition) -> Void> { adjust in
    ReferenceImplementation { edition in
      var edition = edition
      adjust(&edition)
      return Pipeline(edition)
    }
  }

  /// The reference between a function that decides what is run, and answers.
  static let running = Violation<@Sendable (CaseProgram, Run) async throws -> CaseResult> { run in
    Tampered(ReferenceImplementation(), run: run)
  }

  /// The reference on a program that was tampered with.
  static let program = Violation<@Sendable (inout CaseProgram) -> Void> { tamper in
    running { program, run in
      var tampered = program
      tamper(&tampered)
      return try await run(tampered)
    }
  }

  /// The reference with its answer tampered with.
  static let answer = Violation<@Sendable (CaseProgram, CaseResult) -> CaseResult> { tamper in
    running { program, run in tamper(program, try await run(program)) }
  }
}
