/// All that is to be known of one kind of step, from which its checks, schema, documentation and story are made.
package struct StepEntry: Sendable {
  /// One argument as a step may or must have it.
  package struct Argument: Sendable {
    package var key: String
    package var form: ArgumentForm
    package var isRequired: Bool

    /// An argument that every such step has.
    static func required<Value>(_ argument: StepArgument<Value>) -> Argument {
      Argument(key: argument.key, form: argument.form, isRequired: true)
    }

    /// An argument that may be left out.
    static func optional<Value>(_ argument: StepArgument<Value>) -> Argument {
      Argument(key: argument.key, form: argument.form, isRequired: false)
    }
  }

  /// What a step yields if it succeeds.
  package enum Yield: Sendable {
    case nothing, bool, count, anything, events, array
  }

  package var arguments: [Argument] = []
  /// Of these arguments exactly one is given.
  package var alternatives: [String] = []
  package var yields = Yield.nothing
  /// The optional feature that it belongs to.
  package var needs: Feature?
  /// The classes that know it; nil for every class.
  package var classes: [ConformanceClass]?
  /// What happens, as the specification says it in Markdown; empty where the value says it all.
  var meaning: String
  /// What its value is, in Markdown.
  var value: String?
  /// The step in the words of the Event Library's samples.
  var story: @Sendable (StepWords) -> String

  init(
    _ meaning: String,
    _ arguments: [Argument] = [],
    oneOf alternatives: [String] = [],
    yields: Yield = .nothing,
    value: String? = nil,
    needs: Feature? = nil,
    classes: [ConformanceClass]? = nil,
    story: @escaping @Sendable (StepWords) -> String
  ) {
    self.meaning = meaning
    self.arguments = arguments
    self.alternatives = alternatives
    self.yields = yields
    self.value = value
    self.needs = needs
    self.classes = classes
    self.story = story
  }

  /// Whether a class has this step.
  func isKnown(to conformanceClass: ConformanceClass) -> Bool {
    classes?.contains(conformanceClass) ?? true
  }
}
