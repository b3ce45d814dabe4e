import JSON
import Touchstone

extension Catalogue {
  /// The reference that records operations in vain as reads of nothing.
  ///
  /// A step that found nothing is followed by the read of an object that stands for nothing; in the trail this read then
  /// loses its object.
  static func emptyReads(_ id: String, _ title: String, _ violates: [String], of kind: String)
    -> Violator
  {
    let inner = Rewritten(learns: true) { step, knowledge in
      guard step["do"]?.string == kind, isInVain(step, knowledge) else { return [step] }
      return [step, ["do": "get", "type": .string(nothing), "key": 0]]
    }
    return Violator("\(id)-are-reads", title, violates: violates) { ReadingNothing(inner: inner) }
  }

  private static func isInVain(_ step: JSON, _ knowledge: CaseKnowledge) -> Bool {
    guard case .ok(let value)? = knowledge.outcome else { return false }
    if step["do"] != "element" { return value == false }
    // A null entry and an object look alike, but for the name that is given to an object.
    return step["key"] != nil && step["as"] == nil && value.isNull
  }

  fileprivate static let nothing = "Nothing"
}

/// Runs programs with a class that stands for nothing.
private struct ReadingNothing: Implementation {
  let inner: Rewritten

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await inner.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    var program = program
    program.schema = ProgramSchema(
      Catalogue.replacing(
        program.schema.json,
        Catalogue.nothing,
        ["primaryKey": "_id", "properties": ["_id": "int"]]
      )
    )
    let create: JSON = ["do": "create", "type": .string(Catalogue.nothing), "value": ["_id": 0]]
    program.givenValues.append(["do": "write", "steps": [create]])
    guard case .completed(let outcomes, let events) = try await inner.runCase(program) else {
      return try await inner.runCase(program)
    }
    return .completed(
      steps: outcomes,
      events: events.map { event in
        guard case .object(var members) = event, var payload = members.payload,
          payload["type"]?.string == Catalogue.nothing
        else { return event }
        payload["value"] = []
        members.payload = payload
        return .object(members)
      }
    )
  }
}
