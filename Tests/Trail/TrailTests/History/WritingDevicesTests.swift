import JSON
import Testing

@testable import TrailReading

/// A device that has filled a partition goes on in another one: the process that makes its ids counts on.
struct WritingDevicesTests {
  private static let schema: JSON = [
    "Person": ["primaryKey": "_id", "properties": ["_id": "int", "list": "list<int>"]]
  ]

  private static func person(_ list: String) -> String { #"{"_id":1,"list":[\#(list)]}"# }

  /// A list that is changed in both partitions, and shown at the end as no event has left it.
  private func codes(
    metadata: [String: String] = ["username": "Pam", "version": "1.2"],
    _ prepare: (inout SmallTrail) -> Void = { _ in }
  ) throws -> [String] {
    var trail = SmallTrail(schema: Self.schema)
    trail.metadata = metadata
    trail.insert(Self.person(""), at: 1)
    trail.change(Self.person(""), to: #"{"list":[1]}"#, at: 2)
    trail.change(Self.person("1"), to: #"{"list":[]}"#, at: 3)
    prepare(&trail)
    trail.change(Self.person(""), to: #"{"list":[2]}"#, at: 4, device: "b")
    trail.read(Self.person("2,3"), at: 5, device: "b")
    return try trail.codes(isComplete: true)
  }

  @Test func `A value that no event left is found in the partition behind a full one`() throws {
    #expect(try codes() == ["read-contradicts 5"])
  }

  /// Lists that two devices have changed from one value may be united.
  @Test func `Another process, another user, or nobody named may be another device`() throws {
    #expect(try codes { $0.idsCount = false } == [])
    #expect(try codes { $0.metadata["username"] = "Jim" } == [])
    #expect(try codes { $0.metadata["username"] = " " } == [])
    #expect(try codes(metadata: ["version": "1.2"]) == [])
    #expect(try codes(metadata: ["version": "1.2", "username": ""]) == [])
  }

  @Test func `Two users of one process have a realm each`() throws {
    var trail = SmallTrail(schema: Self.schema)
    trail.insert(Self.person(""), at: 1)
    trail.read(Self.person(""), at: 2, device: "b")
    trail.change(Self.person(""), to: #"{"list":[1]}"#, at: 3)
    trail.change(Self.person(""), to: #"{"list":[2]}"#, at: 4, device: "b")
    trail.read(Self.person("1,2"), at: 5, device: "b")
    #expect(try trail.codes(isComplete: true) == [])
  }
}
