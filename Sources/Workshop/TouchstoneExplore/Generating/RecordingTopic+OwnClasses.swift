import Formats
import JSON
import Touchstone

extension ProgramGenerator where Topic == RecordingTopic {
  /// The classes of the program: those that the settings name, or some that both sides can hold.
  mutating func chooseClasses() {
    guard let schema = settings.schema else {
      makeClasses()
      leaveOutWhatIsNotOffered()
      let held = drawnSchema.heldClasses
      topic.classes.removeAll { !held.contains($0.name) }
      return
    }
    topic.classes = schema.classes.map { definition in
      GeneratedClass(
        name: definition.name,
        isEmbedded: definition.isEmbedded,
        properties: definition.properties.compactMap { property in
          property.type.map { (property.name, $0) }
        }
      )
    }
  }

  private var drawnSchema: ProgramSchema {
    ProgramSchema(.object(JSONObject(uniqueMembers: topic.classes.map { ($0.name, $0.json) })))
  }

  /// Takes away properties whose types one of the sides does not know, and embedded classes that none of them knows.
  ///
  /// It draws nothing: where all is offered, the program of a seed is what it was.
  private mutating func leaveOutWhatIsNotOffered() {
    let lacking = Set(Feature.allCases).subtracting(settings.features)
    let schema = drawnSchema
    for index in topic.classes.indices {
      guard let definition = schema[topic.classes[index].name] else { continue }
      let gone = definition.properties.filter {
        !lacking.isDisjoint(with: schema.features(of: $0))
      }.map(\.name)
      topic.classes[index].properties.removeAll { gone.contains($0.name) }
    }
    if lacking.contains(.embeddedObjects) { topic.classes.removeAll(where: \.isEmbedded) }
    let origins = Set(
      topic.classes.flatMap { definition in
        definition.properties.map { "\(definition.name).\($0.name)" }
      }
    )
    for index in topic.classes.indices {
      topic.classes[index].properties.removeAll {
        $0.type.shape == .linkingObjects && !origins.contains($0.type.base)
      }
    }
  }
}
