import JSON
import Touchstone

/// Where steps are carried out that are not for the first client or device, so that programs of all that have several
/// grow, and are run meanwhile, in one way.
struct Place {
  /// The argument of `on` that names it.
  let argument: String
  let name: String

  fileprivate func block(of steps: [JSON]) -> JSON {
    ["do": "on", argument: .string(name), "steps": .array(steps)]
  }
}

extension Program {
  /// Steps as they stand in a program at a place; nil is the first one.
  static func steps(_ steps: [JSON], at place: Place?) -> [JSON] {
    place.map { [$0.block(of: steps)] } ?? steps
  }

  /// Adds steps at a place, together with those that were added there last; nil is the first one.
  mutating func add(_ new: [JSON], at place: Place?) {
    if let place, let last = steps.last, last[place.argument] == .string(place.name),
      let nested = last["steps"]?.array
    {
      steps[steps.count - 1] = last.with("steps", .array(nested + new))
    } else {
      steps += Self.steps(new, at: place)
    }
  }
}

extension SteppedCase {
  /// What comes of steps at a place; nil is the first one.
  func run(_ steps: [JSON], at place: Place?) -> [StepOutcome] {
    let outcomes = run(Program.steps(steps, at: place).map(Step.init))
    guard place != nil else { return outcomes }
    return (outcomes.last?.value?.array ?? []).map(StepOutcome.init(message:))
  }
}
