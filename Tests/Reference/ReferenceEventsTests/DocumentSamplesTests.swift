import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Testing

/// The code samples of the Swift SDK page (S0), almost letter for letter: classes are described as values, so
/// a class is named by a string, and `realm.objects` can fail.
struct DocumentSamplesTests {
  let user = User(id: "62b38b3c10846041166f5dea")

  /// S0's `Person`, with the partition that its payloads show.
  static let person = ObjectSchema(
    "Person",
    primaryKey: "_id",
    properties: [
      "_id": "objectId", "_partition": "string", "name": "string", "employeeId": "int",
      "userId": "string?",
    ]
  )

  /// S0's `Person` that represents itself.
  static let representedPerson = ObjectSchema(
    "Person",
    primaryKey: "_id",
    properties: ["_id": "objectId", "name": "string", "employeeId": "int", "userId": "string?"],
    customEventRepresentation: { person in
      if person.employeeId == 0 {
        return "invalid json"
      }
      return "{\"int\": \(person.employeeId)}"
    }
  )

  static let anthony: Value = .objectId(
    ObjectId(seconds: 0x62b3_8b3c, random: 0x10_8460_4116, counter: 0x6f5deb)
  )

  private func open(_ events: EventConfiguration, person: ObjectSchema = person) throws -> Realm {
    var config = user.configuration(partitionValue: "Some partition value")
    config.eventConfiguration = events
    config.objectTypes = [person]
    return try Realm(configuration: config)
  }

  private func addAnthony(to realm: Realm) throws {
    try realm.write {
      try realm.create(
        "Person",
        value: ["_id": Self.anthony, "_partition": "", "name": "Anthony", "employeeId": 2]
      )
    }
  }

  @Test func `A configuration without parameters is enough to record`() throws {
    var config = user.configuration(partitionValue: "Some partition value")
    #expect(try Realm(configuration: config).events == nil)
    config.eventConfiguration = EventConfiguration()
    #expect(try Realm(configuration: config).events != nil)
  }

  @Test func `Parameters make every event carry metadata and a partition of their own`() throws {
    let eventSyncUser = User(id: "anonymous")
    let realm = try open(
      EventConfiguration(
        metadata: ["username": "Jason Bourne"],
        syncUser: eventSyncUser,
        partitionPrefix: "event-"
      )
    )
    let events = try #require(realm.events)
    events.recordEvent(activity: "event", eventType: "custom event")
    let event = try #require(try events.trail().first)
    #expect(event.metadata == ["username": "Jason Bourne"])
    #expect(event.partition.hasPrefix("event--"))
    #expect(event.event == "custom event")
    #expect(event.data == nil)
  }

  @Test func `Metadata is replaced for the scopes that begin later`() throws {
    let realm = try open(
      EventConfiguration(
        metadata: ["username": "Jason Bourne"],
        syncUser: user,
        partitionPrefix: "event-"
      )
    )
    try addAnthony(to: realm)
    let events = try #require(realm.events)
    let updateUsernameScope = events.beginScope(activity: "Update username")
    _ = try realm.objects("Person").first
    events.updateMetadata(["username": "John Michael Kane"])
    updateUsernameScope.commit()
    let next = events.beginScope(activity: "Next")
    _ = try realm.objects("Person").first
    next.commit()
    #expect(
      try events.trail().map(\.metadata) == [
        ["username": "Jason Bourne"], ["username": "John Michael Kane"],
      ]
    )
  }

  @Test func `Reading and changing a person gives the payloads that the page prints`() throws {
    let realm = try open(EventConfiguration())
    try addAnthony(to: realm)
    let events = try #require(realm.events)
    // Read event
    let readEventScope = events.beginScope(activity: "read object")
    let person = try #require(try realm.objects("Person").first)
    #expect("Found this person: \(person.name)" == "Found this person: Anthony")
    readEventScope.commit()
    let mutateEventScope = events.beginScope(activity: "mutate object")
    // Write event
    try realm.write {
      // Change name from "Anthony" to "Tony"
      person.name = "Tony"
    }
    mutateEventScope.commit()

    let trail = try events.trail()
    #expect(trail.map(\.activity) == ["read object", "mutate object"])
    #expect(trail.map(\.event) == ["read", "write"])
    let anthony: JSON = [
      "_id": "62b38b3c10846041166f5deb", "_partition": "", "employeeId": 2, "name": "Anthony",
      "userId": nil,
    ]
    #expect(try JSON(parsing: trail[0].data ?? "") == ["type": "Person", "value": [anthony]])
    #expect(
      try JSON(parsing: trail[1].data ?? "")
        == ["Person": ["modifications": [["newValue": ["name": "Tony"], "oldValue": anthony]]]]
    )
  }

  @Test func `A cancelled scope leaves nothing`() throws {
    let realm = try open(EventConfiguration())
    try addAnthony(to: realm)
    let events = try #require(realm.events)
    let eventScope = events.beginScope(activity: "read object")
    let person1 = try #require(try realm.objects("Person").first)
    #expect(person1.name == "Anthony")
    eventScope.cancel()
    #expect(try events.trail().isEmpty)
  }

  @Test func `A scope is active until it ends`() throws {
    let realm = try open(EventConfiguration())
    let events = try #require(realm.events)
    let readPersonScope = events.beginScope(activity: "read object")
    #expect(readPersonScope.isActive)
    readPersonScope.cancel()
    #expect(!readPersonScope.isActive)
  }

  @Test func `A completion hears of success once the events are on disk`() async throws {
    let realm = try open(EventConfiguration())
    try addAnthony(to: realm)
    let events = try #require(realm.events)
    let person = try #require(try realm.objects("Person").first)
    let mutateScope = events.beginScope(activity: "mutate object with completion")
    // Write event
    try realm.write {
      // Add a userId
      person.userId = "tony.stark@starkindustries.com"
    }
    let printed = Mutex<[String]>([])
    mutateScope.commit(completion: { error in
      if let error = error {
        printed.withLock { $0.append("Error recording write event: \(error.localizedDescription)") }
        return
      }
      printed.withLock { $0.append("Successfully recorded a write event") }
    })
    #expect(try events.trail().count == 1)
    #expect(printed.withLock { $0 } == ["Successfully recorded a write event"])
  }

  @Test func `A class represents itself by its own text, and one that is not JSON fails the scope`()
    throws
  {
    let realm = try open(EventConfiguration(), person: Self.representedPerson)
    let events = try #require(realm.events)
    let errors = Mutex<[EventError.Code?]>([])
    for employeeId in [7, 0] as [Int64] {
      let scope = events.beginScope(activity: "hire")
      try realm.write {
        try realm.create(
          "Person",
          value: ["_id": .objectId(ObjectId()), "name": "Anthony", "employeeId": .int(employeeId)]
        )
      }
      scope.commit(completion: { error in errors.withLock { $0.append(error?.code) } })
    }
    #expect(try events.trail().map(\.data) == ["{\"Person\":{\"insertions\":[{\"int\": 7}]}}"])
    #expect(errors.withLock { $0 } == [nil, .serializationFailed])
  }
}
