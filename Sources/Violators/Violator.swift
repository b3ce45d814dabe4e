import ReferenceAdapter
package import ReferenceEvents
public import Touchstone

/// A wrong implementation: one plausible misreading of the specification, or one bug.
///
/// The suite is as good as what it catches, so each violator has to fail a case that names what it violates.
public struct Violator: Sendable {
  /// Permanent, in kebab case.
  public let id: String
  /// What it does, in one sentence.
  public let title: String
  /// The requirements that it violates: at least one of them is named by a case that catches it.
  public let violates: [String]
  /// The edition whose cases it is judged by.
  public let edition: String
  /// Makes the implementation.
  public let make: @Sendable () -> any Implementation

  package init(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ make: @escaping @Sendable () -> any Implementation
  ) {
    self.id = id
    self.title = title
    self.violates = violates
    self.edition = edition
    self.make = make
  }
}

/// A way to be wrong, which violators differ in by a detail: usually a function.
package struct Kind<Detail: Sendable>: Sendable {
  private let make: @Sendable (Detail) -> any Implementation

  init(_ make: @escaping @Sendable (Detail) -> any Implementation) { self.make = make }

  /// A violator that is wrong in this way.
  package func callAsFunction(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ detail: Detail
  ) -> Violator {
    Violator(id, title, violates: violates, edition: edition) { make(detail) }
  }

  /// What other kinds are made of.
  func callAsFunction(_ detail: Detail) -> any Implementation { make(detail) }
}

extension Violator {
  /// The reference with some of the rules of its edition changed.
  package static let rule = Kind<@Sendable (inout Edition) -> Void> { adjust in
    ReferenceImplementation { edition in
      var edition = edition
      adjust(&edition)
      return Pipeline(edition)
    }
  }

  /// The reference on a program that was tampered with.
  package static let program = Kind<@Sendable (CaseProgram) -> CaseProgram> { tamper in
    Tampered(program: tamper)
  }

  /// The reference with its answer tampered with.
  package static let answer = Kind<@Sendable (CaseProgram, CaseResult) -> CaseResult> { tamper in
    Tampered(answer: tamper)
  }
}

/// The reference between two functions that change what goes in and what comes out.
struct Tampered: Implementation {
  var program: @Sendable (CaseProgram) -> CaseProgram = { $0 }
  var answer: @Sendable (CaseProgram, CaseResult) -> CaseResult = { $1 }
  private let reference = ReferenceImplementation()

  init(
    program: @escaping @Sendable (CaseProgram) -> CaseProgram = { $0 },
    answer: @escaping @Sendable (CaseProgram, CaseResult) -> CaseResult = { $1 }
  ) {
    self.program = program
    self.answer = answer
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let tampered = self.program(program)
    return answer(program, try await reference.runCase(tampered))
  }
}
