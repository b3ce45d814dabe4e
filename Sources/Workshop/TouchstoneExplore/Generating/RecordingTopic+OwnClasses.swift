import Formats
import JSON
import Touchstone

extension ProgramGenerator where Topic == RecordingTopic {
  /// The classes of the program: those that the settings name, or some that both sides can hold.
  mutating func chooseClasses() {
    if let schema = settings.schema {
      program.schema = schema.json.object ?? [:]
    } else {
      makeClasses()
      program.schema = JSONObject(uniqueMembers: topic.classes.map { ($0.name, $0.json) })
      leaveOutWhatIsNotOffered()
    }
    topic.classes = program.classes.classes.map(GeneratedClass.init)
  }

  /// Takes away properties whose types one of the sides does not know, and embedded classes that nothing holds then.
  ///
  /// It draws nothing: where all is offered, the program of a seed is what it was.
  private mutating func leaveOutWhatIsNotOffered() {
    let lacking = Set(Feature.allCases).subtracting(settings.features)
    let schema = program.classes
    if !lacking.isEmpty {
      for property in schema.classes.flatMap(\.properties)
      where !lacking.isDisjoint(with: schema.features(of: property)) {
        program = program.without(property: property.name)
      }
    }
    let held = program.classes.heldClasses
    for definition in schema.classes where !held.contains(definition.name) {
      program.schema[definition.name] = nil
    }
  }
}

extension GeneratedClass {
  fileprivate init(_ definition: ProgramSchema.Class) {
    let properties = definition.properties.compactMap { property in
      property.type.map { (property.name, $0) }
    }
    self.init(name: definition.name, isEmbedded: definition.isEmbedded, properties: properties)
  }
}
