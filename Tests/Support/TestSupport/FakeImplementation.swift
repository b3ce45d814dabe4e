import Formats
package import JSON

package import Touchstone

/// An implementation whose answers a test makes up.
package struct FakeImplementation: Implementation {
  package var info = ImplementationInfo(
    name: "fake",
    version: "1.0",
    language: "Swift",
    editions: ["2023"],
    classes: ["recording"],
    features: ["clock"]
  )
  package var initializeError: StepError?
  package var answer: @Sendable (CaseProgram) async throws -> CaseResult

  package init(_ answer: @escaping @Sendable (CaseProgram) async throws -> CaseResult) {
    self.answer = answer
  }

  /// Answers with one event, stamped now.
  package static let recording = FakeImplementation { program in
    .completed(
      steps: program.steps.map { _ in .ok(nil) },
      events: [event(data: #"{"type":"Person"}"#)]
    )
  }

  package static func event(data: JSON) -> JSON {
    Sample.stored(data: data, timestamp: ["$date": .string(Timestamp.now.description)])
  }

  package func initialize(edition: String) async throws -> ImplementationInfo {
    if let initializeError { throw initializeError }
    return info
  }

  package func runCase(_ program: CaseProgram) async throws -> CaseResult {
    try await answer(program)
  }
}
