import JSON
import Touchstone

/// Marks steps so that their outcomes are found again in whatever they were rewritten to.
///
/// A rewritten program is answered in the form of the original one: an implementation that does something else on the
/// inside looks the same from outside.
enum StepTags {
  private static let key = "#"

  /// The steps with a tag each, nested ones included.
  static func tagging(_ steps: [JSON], prefix: String = "") -> [JSON] {
    steps.enumerated().map { index, step in
      guard case .object(var members) = step else { return step }
      let tag = "\(prefix)\(index)"
      members[key] = .string(tag)
      if let nested = members["steps"]?.array {
        members["steps"] = .array(tagging(nested, prefix: tag + "."))
      }
      return .object(members)
    }
  }

  /// The tag of a step; nil for one that was inserted.
  static func tag(of step: JSON) -> String? { step[key]?.string }

  /// A step with another tag.
  static func tagged(_ step: JSON, _ tag: String?) -> JSON {
    guard case .object(var members) = step else { return step }
    members[key] = tag.map(JSON.string)
    return .object(members)
  }

  /// The outcomes of tagged steps by tag.
  static func outcomes(_ outcomes: [StepOutcome], of steps: [JSON]) -> [String: StepOutcome] {
    var found: [String: StepOutcome] = [:]
    for (step, outcome) in zip(steps, outcomes) {
      if let tag = tag(of: step) { found[tag] = outcome }
      if let nested = step["steps"]?.array, case .ok(.array(let answers)) = outcome {
        let inner = Self.outcomes(answers.map(StepOutcome.init(message:)), of: nested)
        found.merge(inner) { $1 }
      }
    }
    return found
  }

  /// An outcome for each of the original steps, from those that were found.
  ///
  /// A step that has none has succeeded.
  static func restoring(_ steps: [JSON], from found: [String: StepOutcome]) -> [StepOutcome] {
    steps.map { step in
      let outcome = tag(of: step).flatMap { found[$0] } ?? .ok(.null)
      guard let nested = step["steps"]?.array, case .ok = outcome else { return outcome }
      return .ok(.array(restoring(nested, from: found).map(\.message)))
    }
  }
}
