import Foundation
import ReferenceRealm
import Synchronization
import Testing

@testable import ReferenceEvents

/// Events in memory are what events on a disk are, but for where they are.
struct MemoryEventRealmTests {
  private func realm(isInMemory: Bool, edition: Edition = .edition2023) throws -> Realm {
    var events = EventConfiguration(metadata: ["username": "Jason Bourne"], edition: edition)
    events.isInMemory = isInMemory
    var configuration = User(id: "user").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema(
        "Person",
        primaryKey: "_id",
        properties: ["_id": "int", "name": "string?"]
      )
    ]
    configuration.eventConfiguration = events
    return try Realm(configuration: configuration)
  }

  /// What is stored of a scope and a custom event, without what differs from run to run.
  private func trail(isInMemory: Bool, edition: Edition) throws -> [String] {
    let realm = try realm(isInMemory: isInMemory, edition: edition)
    let events = try #require(realm.events)
    let scope = events.beginScope(activity: "write\u{0}é")
    try realm.write { _ = try realm.create("Person", value: ["_id": 1, "name": "Anthony"]) }
    scope.commit()
    events.recordEvent(activity: "custom", eventType: "kind", data: "data")
    defer { events.close() }
    return try events.trail().map { event in
      #expect(event.partition.hasPrefix("events-"))
      return "\(event.activity) \(event.event ?? "-") \(event.data ?? "-") "
        + "\(event.compressedData ?? []) \(event.metadata.entries.map { [$0.key, $0.value] })"
    }
  }

  @Test(arguments: Edition.all.map(\.name))
  func `The trail is the same in memory and on a disk`(name: String) throws {
    let edition = try #require(Edition.all.first { $0.name == name })
    let inMemory = try trail(isInMemory: true, edition: edition)
    #expect(inMemory.count == 2)
    #expect(inMemory == (try trail(isInMemory: false, edition: edition)))
  }

  @Test func `Each event has an id of its own, and all have one partition`() throws {
    let events = try #require(try realm(isInMemory: true).events)
    for number in 0..<3 { events.recordEvent(activity: "event \(number)") }
    let trail = try events.trail()
    #expect(trail.map(\.activity) == ["event 0", "event 1", "event 2"])
    #expect(Set(trail.map(\.id)).count == 3)
    #expect(Set(trail.map(\.partition)).count == 1)
    #expect(try events.partitions().map(\.eventCount) == [3])
    #expect(!events.waitForUploads(timeout: .zero))
  }

  @Test func `Nothing is stored after the end, and completions say so`() throws {
    let events = try #require(try realm(isInMemory: true).events)
    events.close()
    let outcome = Mutex<EventError?>(nil)
    events.recordEvent(activity: "late") { error in outcome.withLock { $0 = error } }
    #expect(try events.trail().isEmpty)
    #expect(outcome.withLock { $0?.code } == .eventRealmUnavailable)
  }
}
