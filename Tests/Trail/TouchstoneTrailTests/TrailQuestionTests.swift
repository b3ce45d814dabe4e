import Foundation
import Testing
import TouchstoneTrail

/// Questions that the command line answers, asked in Swift.
struct TrailQuestionTests {
  private static func event(
    _ day: Int,
    _ hour: Int,
    _ kind: String,
    _ data: String,
    by user: String = "jane",
    activity: String = "visit",
    device: Int = 1
  ) -> AuditEvent {
    AuditEvent(
      id: "6600000000000000000\(100 + day)\(10 + hour)",
      partition: "events-66000000000000000000000\(device)",
      activity: activity,
      event: kind,
      data: data,
      timestamp: Date(timeIntervalSince1970: Double(1_717_200_000 + day * 86_400 + hour * 3600)),
      metadata: ["username": user]
    )
  }

  /// Two patients, of whom one is changed and the other one deleted, in the first days of June 2024.
  private static let trail = Trail([
    event(
      0,
      9,
      "write",
      #"{"Patient":{"insertions":[{"_id":1,"city":"Oslo"},{"_id":2,"city":"Rome"}]}}"#
    ),
    event(0, 23, "read", #"{"type":"Patient","value":[{"_id":1,"city":"Oslo"}]}"#, by: "jason"),
    event(
      4,
      9,
      "write",
      #"{"Patient":{"modifications":[{"oldValue":{"_id":1,"city":"Oslo"},"newValue":{"city":"Bern"}}]}}"#
    ),
    event(
      5,
      9,
      "write",
      #"{"Patient":{"deletions":[{"_id":2,"city":"Rome"}]}}"#,
      activity: "leave",
      device: 2
    ),
    event(5, 10, "signed", "consent", by: "jason", device: 2),
  ])

  private func query(_ objects: String...) throws -> TrailQuery {
    var query = TrailQuery()
    query.schema = try TrailSchema(
      json: #"{"Patient": {"primaryKey": "_id", "properties": {"_id": "int", "city": "string"}}}"#
    )
    query.objects = objects
    return query
  }

  private func date(day: Int, hour: Int = 0) -> Date {
    Date(timeIntervalSince1970: Double(1_717_200_000 + day * 86_400 + hour * 3600))
  }

  @Test func `An access report has a row for each object, day and user`() throws {
    let rows = try Self.trail.access(query("Patient/1")).rows
    #expect(rows.map(\.day) == ["2024-06-01", "2024-06-01", "2024-06-05"])
    #expect(rows.map(\.user) == ["username=jane", "username=jason", "username=jane"])
    #expect(
      rows.map { [$0.created, $0.seen, $0.changed, $0.deleted] } == [
        [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0],
      ]
    )
    #expect(rows[1].activities == ["visit": 1] && rows[1].first == date(day: 0, hour: 23))
    #expect(throws: TrailFault.self) { try Self.trail.access(TrailQuery()) }
  }

  @Test func `Filters of an answer are those of the command line`() throws {
    var query = try query("Patient/1")
    query.hours = ["22:00-06:00"]
    #expect(try Self.trail.access(query).rows.map(\.user) == ["username=jason"])
    // In Auckland it is eleven in the morning then, and nine in the evening when it is nine in the morning here.
    query.timeZone = try #require(TimeZone(identifier: "Pacific/Auckland"))
    #expect(try Self.trail.access(query).rows == [])
    query.hours = ["20:00-22:00"]
    #expect(try Self.trail.access(query).rows.map(\.day) == ["2024-06-01", "2024-06-05"])
    query.hours = []
    query.conditions = [#"city = "Bern""#]
    #expect(try Self.trail.access(query).rows.map(\.changed) == [1])
    query.conditions = []
    query.objectsOf = ["username": ["jason"]]
    query.objects = []
    query.classes = ["Patient"]
    query.timeZone = .gmt
    #expect(Set(try Self.trail.access(query).rows.map(\.object)) == ["Patient/1"])
    query.weekdays = [.saturday]
    query.metadata = ["username": ["jane"]]
    #expect(try Self.trail.access(query).rows.map(\.created) == [1])
  }

  @Test(arguments: [
    ("hours", "22-6"), ("conditions", "city"), ("properties", "a..b"), ("objects", "Patient"),
  ])
  func `What cannot be asked is a fault that quotes it`(_ kind: String, _ text: String) throws {
    var query = try query()
    switch kind {
    case "hours": query.hours = [text]
    case "conditions": query.conditions = [text]
    case "properties": query.properties = [text]
    default: query.objects = [text]
    }
    let fault = #expect(throws: TrailFault.self) { try Self.trail.users(query) }
    #expect(fault?.description.contains(text) == true)
  }

  @Test func `Users and activities are counted`() throws {
    let users = try Self.trail.users()
    #expect(users.rows.map(\.user) == ["username=jane", "username=jane", "username=jason"])
    #expect(users.rows.map(\.activity) == ["leave", "visit", "visit"])
    #expect(
      users.rows.map { [$0.reads, $0.writes, $0.customs] } == [[0, 1, 0], [0, 2, 0], [1, 0, 1]]
    )
    #expect(users.extent.documents == 5 && users.extent.isWhole)
    let activities = try Self.trail.activities().rows
    #expect(activities.map(\.name) == ["leave", "visit"])
    #expect(activities[1].users == ["username=jane": 2, "username=jason": 2])
    #expect(activities[1].classes == ["Patient": 4])
  }

  @Test func `Days without events are gaps of a partition`() throws {
    let coverage = try Self.trail.coverage()
    #expect(coverage.days.map(\.day) == ["2024-06-01", "2024-06-05", "2024-06-06"])
    #expect(coverage.gaps.map(\.gap) == [3] && coverage.gaps.map(\.gapStart) == ["2024-06-02"])
    #expect(coverage.span == 6 && coverage.emptyDays == 3)
    // Jane's days are those of both partitions.
    let users = try Self.trail.coverage(deviceField: "username").days.filter {
      $0.partition == "jane"
    }
    #expect(users.map(\.gap) == [0, 3, 0])
  }

  @Test func `Events are handed on with what each says of objects`() throws {
    let events = try Self.trail.events(query()).rows
    #expect(events.map(\.event) == ["write", "read", "write", "write", "signed"])
    #expect(
      events[0].mentions.map(\.key) == ["1", "2"]
        && events[0].mentions.map(\.action) == [.created, .created]
    )
    #expect(events[2].mentions.map(\.old) == [["city": #""Oslo""#]])
    #expect(events[2].mentions.map(\.values) == [["city": #""Bern""#]])
    #expect(events[4].text == "consent" && events[4].metadata == ["username": "jason"])
    #expect(try Self.trail.events(query("Patient/2")).rows.map(\.mentions.count) == [1, 1])
    var count = 0
    let extent = try Self.trail.forEachEvent(query("Patient/2")) { _ in count += 1 }
    #expect(count == 2 && extent.documents == 5)
  }

  @Test func `Timelines, states and differences are those of several objects, or of a class`()
    throws
  {
    let timelines = try Self.trail.timelines(query("Patient/2", "Patient/1")).rows
    #expect(timelines.map(\.object) == ["Patient/2", "Patient/1"])
    #expect(timelines[0].appearances.map(\.action) == [.created, .deleted])
    var query = try query()
    query.classes = ["Patient"]
    let states = try Self.trail.states(query, at: date(day: 5, hour: 9)).rows
    #expect(states.map(\.object) == ["Patient/1", "Patient/2"])
    #expect(states.map(\.state.exists) == [true, false])
    #expect(
      states[0].state
        == (try Self.trail.state(of: "Patient/1", at: date(day: 5, hour: 9), #require(query.schema)))
    )
    #expect(try Self.trail.states(query, at: date(day: -1)).rows == [])
    let found = try Self.trail.differences(query, from: date(day: 3), to: date(day: 4, hour: 12))
      .rows
    #expect(found.map(\.object) == ["Patient/1"])
    #expect(
      found[0].changes.map(\.property) == ["city"] && found[0].changes.map(\.old) == [#""Oslo""#]
    )
    #expect(found[0].changes.map(\.evidence) == ["660000000000000000010419"])
    let all = try Self.trail.differences(query, from: date(day: 3), to: date(day: 6)).rows
    #expect(all.map(\.after.exists) == [true, false])
    #expect(throws: TrailFault.self) { try Self.trail.states(TrailQuery()) }
    #expect(throws: TrailFault.self) {
      try Self.trail.differences(query, from: .now, to: .distantPast)
    }
  }

  @Test func `An answer says what could not be read, and one of no document is a fault`() throws {
    let damaged = Trail(documents: [
      "{", Self.event(0, 9, "read", #"{"type":"Patient","value":[]}"#).extendedJSON,
    ])
    let answer = try damaged.users()
    #expect(
      !answer.extent.isWhole && answer.extent.unread.count == 1 && answer.extent.documents == 1
    )
    #expect(throws: TrailFault.self) { try Trail([AuditEvent]()).users() }
    let fault = #expect(throws: TrailFault.self) { try Self.trail.access(query("Doctor/1")) }
    #expect(fault?.description.contains("Doctor") == true)
  }
}
