import Touchstone

/// What programs of a class keep to: it is asked before a step is added, and takes note of those that are.
protocol ProgramLimits {
  /// At no place, where nothing may be done.
  init()

  var schema: ProgramSchema { get }
  /// Where steps are carried out, the first place without saying so.
  var places: [String] { get }

  /// Takes note of steps that are added, unless it is open what comes of them.
  mutating func allow(_ steps: [Step]) throws(StepFault)
}
