/// All that is to be known of one kind of step, from which its checks, schema, documentation and story are made.
package struct StepEntry: Sendable {
  /// What happens, as the specification says it in Markdown; empty where the value says it all.
  package var does = ""
  package var takes: [KeyTable.Entry] = []
  /// Of these arguments exactly one is given.
  package var oneOf: [String] = []
  /// How the value is written that it yields if it succeeds; nil if it yields none.
  package var yields: Form?
  /// What its value is, in Markdown.
  package var value: String?
  /// The optional feature that it belongs to.
  package var needs: Feature?
  /// Whether objects are gone behind it: those that it names, or all of the class that it names.
  package var deletesObjects = false
  /// Whether it is done at the server, in whatever realm it stands.
  package var isAtServer = false
  /// The classes that know it; nil for every class.
  package var classes: [ConformanceClass]?
  /// What it is in classes that know a step of that name otherwise.
  package var variants: [ConformanceClass: StepEntry] = [:]
  /// The step in the words of the Event Library's samples.
  package var story: @Sendable (StepWording) -> String

  /// Whether a class has this step.
  package func isKnown(to conformanceClass: ConformanceClass) -> Bool {
    variants[conformanceClass] != nil || classes?.contains(conformanceClass) ?? true
  }
}
