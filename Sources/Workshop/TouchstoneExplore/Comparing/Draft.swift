package import Formats
package import JSON
package import Touchstone

/// What an implementation does with the steps of a case, as the expectation that the case could have.
///
/// It is a draft: what is right is what the specification says.
package struct Draft: Sendable {
  /// Why there is none.
  package struct Failure: Error, CustomStringConvertible {
    /// What was answered instead.
    package var description: String
  }

  /// The steps with what came of them.
  package let steps: [Step]
  /// The value of `expect`.
  package let expectation: JSON

  /// The keys of a case that it gives values to.
  package var json: JSON {
    [
      "notes": "Draft: this is what the reference recorded. Derive it from the specification.",
      "steps": .array(steps.map(\.json)), "expect": expectation,
    ]
  }

  /// Runs the steps of a case.
  ///
  /// - Parameters:
  ///   - testCase: the case, whose own expectation does not matter.
  ///   - edition: decides what the specification leaves open.
  ///   - model: whose answer is taken.
  ///   - widerModel: lists what may be listed as well (WRITE-17).
  /// - Throws: a ``Failure`` if there is no answer that could be expected.
  package init(
    of testCase: Case,
    edition: Edition,
    by model: any Implementation,
    listing widerModel: any Implementation
  ) async throws {
    let program = CaseProgram(of: testCase)
    _ = try await model.initialize(edition: edition.rawValue)
    _ = try await widerModel.initialize(edition: edition.rawValue)
    let answer = try await model.runCase(program)
    let conformanceClass = ConformanceClass(rawValue: testCase.conformanceClass) ?? .recording
    guard
      let draft = Draft(
        of: program,
        edition,
        conformanceClass,
        answer,
        wider: try await widerModel.runCase(program)
      )
    else {
      if case .unsupported(let reason) = answer { throw Failure(description: reason) }
      throw Failure(description: "the reference gave no answer")
    }
    self = draft
  }

  /// Takes the answer of a model.
  ///
  /// - Parameters:
  ///   - program: what was run.
  ///   - edition: decides what the specification leaves open.
  ///   - conformanceClass: decides what steps yield.
  ///   - answer: what is right; there is no draft where it says nothing of the program.
  ///   - wider: the answer of one that lists what may be listed as well, if it was asked.
  init?(
    of program: CaseProgram,
    _ edition: Edition,
    _ conformanceClass: ConformanceClass,
    _ answer: CaseResult,
    wider: CaseResult?
  ) {
    switch answer {
    case .completed(let outcomes, let events):
      let values = AnswerExpectation(
        program,
        edition: edition,
        conformanceClass: conformanceClass
      )
      var (widerOutcomes, widerEvents): ([StepOutcome]?, [JSON]?)
      if case .completed(let outcomes, let events)? = wider {
        (widerOutcomes, widerEvents) = (outcomes, events)
      }
      steps = values.steps(outcomes, wider: widerOutcomes)
      expectation = values.expectation(events, wider: widerEvents)
    case .openError(let error):
      (steps, expectation) = (program.steps, ["openFails": .string(error.code)])
    case .unsupported, .malformed: return nil
    }
  }
}
