import Dates
import JSON

@testable import Touchstone

/// An implementation whose answers a test makes up.
struct FakeImplementation: Implementation {
  var info = ImplementationInfo(
    name: "fake",
    version: "1.0",
    language: "Swift",
    editions: ["2023"],
    classes: ["recording"],
    features: ["clock"]
  )
  var initializeError: StepError?
  var answer: @Sendable (CaseProgram) async throws -> CaseResult

  init(_ answer: @escaping @Sendable (CaseProgram) async throws -> CaseResult) {
    self.answer = answer
  }

  /// Answers with one event, stamped now.
  static let recording = FakeImplementation { program in
    .completed(
      steps: program.steps.map { _ in .ok(nil) },
      events: [event(data: #"{"type":"Person"}"#)]
    )
  }

  static func event(data: JSON) -> JSON {
    Sample.stored(data: data, timestamp: ["$date": .string(Moment.now.description)])
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    if let initializeError { throw initializeError }
    return info
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult { try await answer(program) }
}
