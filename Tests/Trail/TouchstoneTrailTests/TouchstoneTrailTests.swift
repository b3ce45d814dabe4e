import Foundation
import Testing
import TouchstoneTrail
import TouchstoneTrailTesting

struct TouchstoneTrailTests {
  private static let ann = #"{"_id":1,"name":"Ann"}"#

  private static func event(_ number: Int, _ kind: String, _ data: String) -> AuditEvent {
    AuditEvent(
      id: "66000000000000000000000\(number)",
      partition: "events-660000000000000000000001",
      activity: "visit",
      event: kind,
      data: data,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
      metadata: ["username": "jane"]
    )
  }

  private static let events = [
    event(1, "write", #"{"Person":{"insertions":[\#(ann)]}}"#),
    event(2, "read", #"{"type":"Person","value":[\#(ann)]}"#),
    event(
      3,
      "write",
      #"{"Person":{"modifications":[{"newValue":{"name":"Bea"},"oldValue":\#(ann)}]}}"#
    ),
  ]

  private func schema() throws -> TrailSchema {
    try TrailSchema(
      json: #"{"Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}}"#
    )
  }

  /// A folder with one person.
  private func state(_ name: String) throws -> DatabaseState {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    try Data(#"{"_id":1,"name":"\#(name)"}"#.utf8).write(to: path.appending(path: "Person.ndjson"))
    return DatabaseState(path: path.path(percentEncoded: false))
  }

  @Test func `A trail that accounts for its database records no issue`() async throws {
    let outcome = try await expectTrail(Self.events, schema: schema(), state: state("Bea"))
    #expect(outcome.findings == [] && outcome.isSound && outcome.documents == 3)
    #expect(outcome.balance?.values.accounted == 1 && outcome.balance?.objects.accounted == 1)
  }

  @Test func `A value that differs is a typed finding with its event`() throws {
    let outcome = try Trail(Self.events).check(schema(), with: state("Eve"))
    let finding = try #require(outcome.findings.first)
    #expect(outcome.findings.count == 1 && outcome.counts == [.stateDiffers: 1])
    #expect(finding.code == .stateDiffers && finding.level == .error)
    #expect(
      finding.events.map(\.document) == [3] && finding.events.map(\.id) == [Self.events[2].id]
    )
    #expect(finding.sentence.hasSuffix(#"left name = "Bea", and the database has "Eve""#))
  }

  @Test func `Each error is an issue that quotes the finding`() async throws {
    let (schema, state) = (try schema(), try state("Eve"))
    try await withKnownIssue {
      try await expectTrail(Self.events, schema: schema, state: state)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("state-differs (TRAIL-80)") }
    }
  }

  @Test func `A trail of nothing is an issue`() async throws {
    let schema = try schema()
    try await withKnownIssue {
      try await expectTrail([AuditEvent](), schema: schema)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("no document") }
    }
  }

  @Test func `A trail is not sound because no finding was asked for`() throws {
    var settings = Trail.Settings()
    settings.findingsPerCode = 0
    let outcome = try Trail(Self.events).check(schema(), with: state("Eve"), settings)
    #expect(!outcome.isSound)
  }

  @Test func `Without the claim to be complete, what differs is a warning`() throws {
    var settings = Trail.Settings()
    settings.isComplete = false
    let outcome = try Trail(Self.events).check(schema(), with: state("Eve"), settings)
    #expect(outcome.findings.map(\.level) == [.warning] && outcome.isSound)
  }

  @Test func `A trail is asked who saw an object, and what it was`() throws {
    let trail = Trail(Self.events)
    let seen = try trail.appearances(of: "Person/1", schema())
    #expect(seen.map(\.action) == [.created, .seen, .changed])
    #expect(seen[1].metadata == ["username": "jane"] && seen[2].values == ["name": #""Bea""#])
    let then = try trail.state(of: "Person/1", at: Self.events[1].timestamp, schema())
    #expect(then.exists == true && then.values["name"] == #""Ann""#)
    let end = try trail.state(of: "Person/1", schema())
    #expect(end.values["name"] == #""Bea""# && end.evidence["name"] == Self.events[2].id)
    #expect(try trail.state(of: "Person/7", schema()).exists == nil)
  }

  @Test func `What cannot be read is one fault in words`() throws {
    #expect(throws: TrailFault.self) { try TrailSchema(json: "{") }
    #expect(throws: TrailFault.self) {
      try Trail(Self.events).check(schema(), with: DatabaseState(path: "/nowhere.sqlite"))
    }
    #expect(throws: TrailFault.self) { try Trail(Self.events).state(of: "Person", schema()) }
    #expect(throws: TrailFault.self) {
      try Trail(Self.events).check(schema(), with: DatabaseState(path: "/", mapping: "{]"))
    }
  }
}
