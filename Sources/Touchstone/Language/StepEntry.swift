/// All that is to be known of one kind of step, from which its checks, schema, documentation and story are made.
package struct StepEntry: Sendable {
  /// What a step yields if it succeeds.
  package enum Yield: Sendable {
    case nothing, bool, count, anything, events, array
  }

  package var arguments: [KeyTable.Entry] = []
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
    _ arguments: [KeyTable.Entry] = [],
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
