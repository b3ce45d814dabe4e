import JSON
import PocketRecorder
import Touchstone

/// The recorder as the suite sees it.
///
/// What it does not know it declines: then a case counts as not run.
struct PocketImplementation: Implementation {
  func initialize(edition: String) async throws -> ImplementationInfo {
    ImplementationInfo(
      name: "Pocket recorder",
      version: "1.0",
      language: "Swift",
      editions: ["2023"],
      classes: ["recording"],
      features: []
    )
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    if let reason = reasonToDecline(program) { return .unsupported(reason) }
    var session = PocketSession(program)
    for outcome in program.given.map({ session.run($0) }) {
      if case .error(let error) = outcome { throw error }
    }
    let outcomes = program.steps.map { session.run($0) }
    return .completed(steps: outcomes, events: session.trail)
  }

  private func reasonToDecline(_ program: CaseProgram) -> String? {
    let known = ["bool", "int", "string", "bool?", "int?", "string?"]
    for (name, definition) in program.schema.json.object ?? [:] {
      for (property, type) in definition["properties"]?.object ?? [:] {
        guard let type = type.string, known.contains(type) else {
          return "\(name).\(property) has a type that is not known"
        }
      }
    }
    for (key, value) in program.configuration.object ?? [:] {
      if key != "events" || value.object?.isEmpty != true {
        return "configuration is not known: \(key)"
      }
    }
    return nil
  }
}
