import JSON
import Testing
import Touchstone

@testable import TouchstoneExplore

/// Programs about classes that are named, or that only some types can be in.
struct OwnClassesTests {
  private let schema = ProgramSchema([
    "Ward": ["primaryKey": "_id", "properties": ["_id": "string", "beds": "int"]],
    "Patient": [
      "primaryKey": "_id", "properties": ["_id": "int", "name": "string?", "ward": "Ward?"],
    ],
  ])

  @Test func `Every program is about the classes that are named`() {
    var settings = ExploreSettings()
    settings.schema = schema
    var steps: Set<String> = []
    for seed in 0..<60 as Range<UInt64> {
      let program = recordingProgram(seed: seed, settings)
      #expect(program.schema == schema.json.object)
      #expect(program.isValid(settings))
      steps.formUnion(
        (program.given + program.steps).flatMap { Step($0).withNested.compactMap(\.name) }
      )
    }
    #expect(steps.isSuperset(of: ["create", "set", "delete", "get", "query", "follow"]))
    #expect(!steps.contains("add"))
  }

  @Test func `A program has no type whose feature is not offered`() {
    for feature in [Feature.lists, .sets, .dictionaries, .embeddedObjects, .mixed, .links] {
      var settings = ExploreSettings()
      settings.features.remove(feature)
      for seed in 0..<200 as Range<UInt64> {
        let program = recordingProgram(seed: seed, settings)
        #expect(!ProgramSchema(.object(program.schema)).features.contains(feature))
      }
    }
  }
}
