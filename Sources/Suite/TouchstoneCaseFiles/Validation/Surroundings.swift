import JSON
import Touchstone

/// What stands around a value that is checked.
struct Surroundings {
  var path: JSONPath
  /// The step that it is an argument of; nil for what is not in a step.
  var step: Step?
  /// Whether the step runs before the case.
  var isGiven = false
  /// The class that properties and filters belong to, as far as it is known.
  var className: String?

  init(path: JSONPath) { self.path = path }

  /// The class that must have the fields of a filter: none if it is the point of the case that it lacks one.
  var fieldOwner: String? { failure == "unknown-property" ? nil : className }

  /// The code that the step is expected to fail with.
  var failure: String? { step?.fails.map { $0.string ?? $0[.code]?.string ?? "" } }

  func entering(_ key: String) -> Surroundings { entering(path.appending(key)) }

  func entering(_ index: Int) -> Surroundings { entering(path.appending(index)) }

  func entering(_ path: JSONPath) -> Surroundings {
    var inner = self
    inner.path = path
    return inner
  }
}
