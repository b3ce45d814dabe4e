/// All that is to be known of one kind of step, from which its checks, schema, documentation and story are made.
package struct StepEntry: Sendable {
  package var arguments: [KeyTable.Entry] = []
  /// Of these arguments exactly one is given.
  package var alternatives: [String] = []
  /// How the value is written that it yields if it succeeds; nil if it yields none.
  package var yields: Form?
  /// The optional feature that it belongs to.
  package var needs: Feature?
  /// The classes that know it; nil for every class.
  package var classes: [ConformanceClass]?
  /// What happens, as the specification says it in Markdown; empty where the value says it all.
  package var meaning: String
  /// What its value is, in Markdown.
  package var value: String?
  /// The step in the words of the Event Library's samples.
  var story: @Sendable (StepWords) -> String

  init(
    _ meaning: String,
    _ arguments: [KeyTable.Entry] = [],
    oneOf alternatives: [String] = [],
    yields: Form? = nil,
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
