import Foundation
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Testing

/// Which file events go to.
struct PartitionTests {
  @Test func `A full partition is closed before the next scope, and none is divided`() throws {
    let store = EventStore()
    let events = try store.open(maxPartitionBytes: 60_000)
    for number in 1...12 {
      try events.record("\(number)", data: String(repeating: "x", count: 20_000))
    }
    let partitions = try events.partitions()
    #expect(partitions.count > 2)
    #expect(partitions.map(\.eventCount).reduce(0, +) == 12)
    #expect(partitions.dropLast().allSatisfy { $0.state == .closed && $0.byteCount >= 60_000 })
    #expect(partitions.last?.state == .open)
    #expect(try events.trail().activities == (1...12).map(String.init))
    for partition in partitions {
      let count = try events.trail().count { $0.partition == partition.partition }
      #expect(count == partition.eventCount)
    }
  }

  @Test func `A scope larger than a partition stays in one, and the next begins another`() throws {
    let store = EventStore()
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema("Note", primaryKey: "_id", properties: ["_id": "int", "text": "string"])
    ]
    configuration.eventConfiguration = EventConfiguration(
      directory: store.folder,
      maxPartitionBytes: 1
    )
    let realm = try Realm(configuration: configuration)
    let events = try #require(realm.events)
    for first in [0, 100] {
      let scope = events.beginScope(activity: "\(first)")
      for id in first..<first + 100 {
        try realm.write { try realm.create("Note", value: ["_id": .int(Int64(id)), "text": "t"]) }
      }
      scope.commit()
    }
    let trail = try events.trail()
    #expect(trail.count == 200)
    for activity in ["0", "100"] {
      #expect(Set(trail.filter { $0.activity == activity }.map(\.partition)).count == 1)
    }
    #expect(try events.partitions().map(\.eventCount) == [100, 100])
  }

  @Test func `An empty scope begins no partition`() throws {
    let store = EventStore()
    let events = try store.open(maxPartitionBytes: 1)
    events.beginScope(activity: "nothing").commit()
    #expect(try events.partitions().isEmpty)
    try events.record("something")
    events.beginScope(activity: "nothing").commit()
    #expect(try events.partitions().count == 1)
  }

  @Test(arguments: ["2022", "2023", "core"])
  func `Partitions hold the events of every edition`(name: String) throws {
    let store = EventStore()
    let edition = try #require(Edition.all.first { $0.name == name })
    let events = try store.open(metadata: ["device": "ward 3"], edition: edition)
    try events.record("shown", data: "first")
    let event = try #require(try events.trail().first)
    #expect(event.activity == "shown")
    #expect(event.metadata == ["device": "ward 3"])
    events.close()
    let again = try store.open(edition: .edition2023)
    #expect(try again.trail() == [event])
  }

  @Test func `More metadata keys than a table has columns are kept`() throws {
    let store = EventStore()
    let many = EventMetadata((0..<2_500).map { .init(key: "key \($0)", value: "value \($0)") })
    let events = try store.open(metadata: many)
    try events.record("many")
    let few: EventMetadata = ["key 2499": "later", "other": "\u{0}\"'"]
    events.updateMetadata(few)
    try events.record("few")
    let trail = try events.trail()
    #expect(Set(trail[0].metadata.entries) == Set(many.entries))
    #expect(Set(trail[1].metadata.entries) == Set(few.entries))
  }

  @Test(arguments: [3, 1_200])
  func `The same metadata keys with other values are those of their event`(count: Int) throws {
    let store = EventStore()
    let metadata = (0..<4).map { round in
      EventMetadata((0..<count).map { .init(key: "key \($0)", value: "\(round) of \($0)") })
    }
    let events = try store.open(metadata: metadata[0])
    for (round, metadata) in metadata.enumerated() {
      events.updateMetadata(metadata)
      // They wait in the queue and share a transaction.
      events.recordEvent(activity: "\(round)", eventType: round % 2 == 0 ? "even" : nil)
    }
    let trail = try events.trail()
    #expect(trail.activities == ["0", "1", "2", "3"])
    #expect(trail.map(\.event) == ["even", nil, "even", nil])
    #expect(trail.map { Set($0.metadata.entries) } == metadata.map { Set($0.entries) })
  }

  @Test func `Ever new metadata keys are kept, and cost no event`() throws {
    let store = EventStore()
    let events = try store.open()
    let numbers = 0..<1_200
    for number in numbers {
      events.updateMetadata(EventMetadata([.init(key: "k\(number)", value: "\(number)")]))
      events.recordEvent(activity: "\(number)")
    }
    let trail = try events.trail()
    #expect(trail.activities == numbers.map(String.init))
    for (number, event) in zip(numbers, trail) {
      #expect(event.metadata.entries == [.init(key: "k\(number)", value: "\(number)")])
    }
  }

  @Test func `Keys and texts that only look the same are told apart`() throws {
    let store = EventStore()
    let events = try store.open(metadata: ["caf\u{e9}": "1"])
    let metadata: [EventMetadata] = [
      ["caf\u{e9}": "1"], ["cafe\u{301}": "1"], ["caf\u{e9}": "\u{e9}"], ["caf\u{e9}": "e\u{301}"],
    ]
    let activities = ["\u{e9}", "e\u{301}", "\u{e9}", "e\u{301}"]
    for (metadata, activity) in zip(metadata, activities) {
      events.updateMetadata(metadata)
      events.recordEvent(activity: activity, eventType: activity)
    }
    for ((event, metadata), activity) in try zip(zip(events.trail(), metadata), activities) {
      #expect(Array(event.activity.utf8) == Array(activity.utf8))
      #expect(event.event.map { Array($0.utf8) } == Array(activity.utf8))
      let entries = event.metadata.entries.map { [Array($0.key.utf8), Array($0.value.utf8)] }
      #expect(entries == metadata.entries.map { [Array($0.key.utf8), Array($0.value.utf8)] })
    }
  }

  @Test func `Names of any kind become folders of their own below the given one`() throws {
    let store = EventStore()
    let names: [String] = [
      "", ".", "..", "../../etc", "a/b", "a\\b", "a\u{0}b", "nul", "NUL", "'; DROP TABLE x; --",
      "\"", "%", "%2e", "%none", "%empty", "🩺", "e\u{301}", "\u{e9}", "user", "User",
      String(repeating: "x", count: 10_000), String(repeating: "x", count: 9_999) + "y",
      String(repeating: "🩺", count: 10_000), "-wal", "~", "$HOME", " ", "\n",
    ]
    for (index, name) in names.enumerated() {
      for events in [
        try store.open(user: name), try store.open(app: name),
        try store.open(prefix: name.isEmpty || name.contains { "/\\".contains($0) } ? "p" : name),
      ] {
        try events.record("\(index)")
        events.close()
      }
    }
    try store.open(user: nil).record("nobody")
    for file in store.files() {
      let parts = file.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == 4)
      #expect(parts.allSatisfy { $0.utf8.count <= 255 && $0 != "." && $0 != ".." })
    }
    for (index, name) in names.enumerated() {
      #expect(try store.open(user: name).trail().activities == ["\(index)"])
      #expect(try store.open(app: name).trail().activities == ["\(index)"])
    }
  }

  @Test func `A folder where a file is in the way works again once that is gone`() throws {
    let store = EventStore()
    try Data("in the way".utf8).write(to: store.folder)
    let events = try store.open()
    let error = try #require(events.outcome("first"))
    #expect(error.code == .eventRealmUnavailable)
    #expect(try events.trail().isEmpty)
    try FileManager.default.removeItem(at: store.folder)
    try events.record("second")
    #expect(try events.trail().activities == ["second"])
  }

  @Test func `A folder that vanishes between two scopes is made again, with an error`() throws {
    let store = EventStore()
    let events = try store.open()
    try events.record("first")
    try FileManager.default.removeItem(at: store.folder)
    try events.record("second")
    #expect(try events.trail().activities == ["second"])
    #expect(store.errors.list.map(\.code) == [.eventRealmUnavailable])
  }

  @Test func `Scopes that share a transaction fail alone`() throws {
    let store = EventStore()
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema(
        "Note",
        primaryKey: "_id",
        properties: ["_id": "int"],
        customEventRepresentation: { note in
          (1...28).contains { note._id == .int(7 * $0) } ? "no json" : nil
        }
      )
    ]
    configuration.eventConfiguration = EventConfiguration(directory: store.folder)
    let realm = try Realm(configuration: configuration)
    let events = try #require(realm.events)
    let outcomes = Outcomes()
    for id in 1...200 {
      let scope = events.beginScope(activity: "\(id)")
      try realm.write { try realm.create("Note", value: ["_id": .int(Int64(id))]) }
      scope.commit { outcomes.add(id, $0?.code) }
    }
    let trail = try events.trail()
    #expect(trail.activities == (1...200).filter { !$0.isMultiple(of: 7) }.map(String.init))
    #expect(outcomes.list.map(\.number) == Array(1...200))
    for outcome in outcomes.list {
      #expect(outcome.code == (outcome.number.isMultiple(of: 7) ? .serializationFailed : nil))
    }
  }
}

/// What completions were told, in their order.
private final class Outcomes: Sendable {
  private let all = Mutex<[(number: Int, code: EventError.Code?)]>([])
  func add(_ number: Int, _ code: EventError.Code?) { all.withLock { $0.append((number, code)) } }
  var list: [(number: Int, code: EventError.Code?)] { all.withLock { $0 } }
}
