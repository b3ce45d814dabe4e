import Formats
import JSON
import Touchstone

/// Turns what was observed into what a case expects.
///
/// Only what says something about the library counts: values of steps and codes of errors, but no messages; fields of
/// events, but no ids and no times of the wall clock; sets in any order.
struct ObservedExpectation {
  let steps: [Step]
  let events: [JSON]

  init(of outcome: ObservedOutcome, from program: CaseProgram) {
    let values = ObservedValues(schema: program.schema)
    steps = zip(program.steps, outcome.steps).map { values.expecting($1, of: $0) }
    events = outcome.events.map(values.event)
  }
}

/// Marks what has no order, as far as the classes tell.
private struct ObservedValues {
  let schema: ProgramSchema

  // MARK: Steps

  func expecting(_ outcome: StepOutcome, of step: Step) -> Step {
    guard case .object(var members) = step.json else { return step }
    switch outcome {
    case .error(let error): members["fails"] = .string(error.code)
    case .ok(.array(let nested)) where !step.steps.isEmpty:
      let outcomes = nested.map(StepOutcome.init(message:))
      members["steps"] = .array(zip(step.steps, outcomes).map { expecting($1, of: $0).json })
    case .ok(let value):
      if step.kind?.entry.yields != nil {
        members["returns"] = returned(value, by: step).withEitherZero
      }
    case .unsupported, .malformed: break
    }
    return Step(.object(members))
  }

  /// The elements of a set come in any order; names of properties differ between the classes of a program.
  private func returned(_ value: JSON, by step: Step) -> JSON {
    guard let property = step["property"]?.string,
      let type = schema.classes.lazy.compactMap({ $0.type(of: property) }).first(where: {
        $0.shape == .set
      })
    else { return value }
    return PayloadExpectation(schema).value(value, of: type)
  }

  // MARK: Events

  func event(_ event: JSON) -> JSON {
    var expected: JSONObject = [:]
    var metadata: JSONObject = [:]
    for (key, value) in event.object ?? [:] {
      switch key {
      case "event", "activity", "timestamp": expected[key] = value
      case "data": expected[key] = data(value, of: event["event"]?.string)
      default: metadata[key] = value
      }
    }
    if !metadata.isEmpty { expected["metadata"] = .object(metadata) }
    return .object(expected)
  }

  /// The payload of a scoped event as JSON; the text of a custom one as it is.
  private func data(_ data: JSON, of kind: String?) -> JSON {
    guard let text = data.string, kind == "read" || kind == "write",
      let payload = try? JSON(parsing: text), payload.object != nil
    else { return data }
    return PayloadExpectation(schema).payload(payload).withEitherZero
  }
}

extension JSON {
  /// The same with both zeros wherever there is one: numbers count by value.
  fileprivate var withEitherZero: JSON {
    switch self {
    case .double(0): [Matcher.anyOf.rawValue: [.double(0.0), .double(-0.0)]]
    case .array(let elements): .array(elements.map(\.withEitherZero))
    case .object(let members):
      .object(members.mapValues(\.withEitherZero))
    default: self
    }
  }
}
