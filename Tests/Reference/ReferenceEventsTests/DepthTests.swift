import ReferenceEvents
import ReferenceRealm
import Synchronization
import Testing

/// Objects that stand in each other, deeper than anyone draws them on a screen.
struct DepthTests {
  private func realm() throws -> Realm {
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema("Folder", primaryKey: "_id", properties: ["_id": "int", "parent": "Folder?"]),
      ObjectSchema("File", primaryKey: "_id", properties: ["_id": "int", "folder": "Folder?"]),
    ]
    configuration.eventConfiguration = EventConfiguration()
    return try Realm(configuration: configuration)
  }

  /// Follows a chain of so many links, each target of another class or far from the one before, and commits.
  private func followChain(of length: Int) throws -> (error: EventError.Code?, payload: String?) {
    let realm = try realm()
    try realm.write {
      var target: Value = nil
      for id in (1...Int64(length)).reversed() {
        target = .object(
          try realm.create("Folder", value: ["_id": .int(id), "parent": target]).reference
        )
      }
      try realm.create("File", value: ["_id": 0, "folder": target])
    }
    let events = try #require(realm.events)
    let scope = events.beginScope(activity: "climb")
    let file = try #require(try realm.object(ofType: "File", forPrimaryKey: 0))
    var folder = try #require(try file.follow("folder"))
    while let next = try folder.follow("parent") { folder = next }
    let code = Mutex<EventError.Code?>(nil)
    scope.commit { error in code.withLock { $0 = error?.code } }
    let payload = try events.trail().first?.data
    return (code.withLock { $0 }, payload)
  }

  @Test func `A chain of followed links is written out in full`() throws {
    let result = try followChain(of: 99)
    #expect(result.error == nil)
    #expect(result.payload?.contains(#"{"_id":99,"parent":null}"#) == true)
  }

  @Test func `A chain beyond the limit ends in a key, and nothing is lost`() throws {
    let result = try followChain(of: 5_000)
    #expect(result.error == nil)
    #expect(
      result.payload?.hasSuffix(
        #"{"_id":99,"parent":100}"# + String(repeating: "}", count: 98) + "}]}"
      ) == true
    )
  }

  @Test func `Embedded objects beyond the limit fail their scope instead of the process`() throws {
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema("Page", primaryKey: "_id", properties: ["_id": "int", "section": "Section?"]),
      ObjectSchema("Section", isEmbedded: true, properties: ["inner": "Section?"]),
    ]
    configuration.eventConfiguration = EventConfiguration()
    let realm = try Realm(configuration: configuration)
    let events = try #require(realm.events)
    for (depth, expected) in [(99, nil), (100, .serializationFailed)] as [(Int, EventError.Code?)] {
      var section: Value = nil
      for _ in 0..<depth { section = ["inner": section] }
      let scope = events.beginScope(activity: "write")
      try realm.write {
        try realm.create("Page", value: ["_id": .int(Int64(depth)), "section": section])
      }
      let code = Mutex<EventError.Code?>(nil)
      scope.commit { error in code.withLock { $0 = error?.code } }
      #expect(try events.trail().count == 1)
      #expect(code.withLock { $0 } == expected)
    }
  }
}
