import Foundation
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Testing

/// What reaches the disk, and when.
struct EventRealmTests {
  private func realm(_ events: EventConfiguration) throws -> Realm {
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema("Note", primaryKey: "_id", properties: ["_id": "int", "text": "string?"])
    ]
    configuration.eventConfiguration = events
    return try Realm(configuration: configuration)
  }

  private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "touchstone-tests-\(UUID().uuidString)")
  }

  private func files(in folder: URL) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
  }

  @Test func `The event realm is opened by the first event, in the given folder, and stays there`()
    throws
  {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let events = try #require(realm(EventConfiguration(directory: folder)).events)
    events.beginScope(activity: "nothing").cancel()
    #expect(files(in: folder).isEmpty)
    events.recordEvent(activity: "login")
    #expect(try events.trail().count == 1)
    events.close()
    let databases = files(in: folder).filter { $0.hasSuffix(".sqlite") }
    #expect(databases.count == 1)
    #expect(databases.allSatisfy { $0.hasPrefix("app/u/events/") })
  }

  @Test func `A folder that can't be made reaches the completion, never beginScope`() throws {
    let events = try #require(
      realm(EventConfiguration(directory: URL(filePath: "/dev/null/x"))).events
    )
    let scope = events.beginScope(activity: "read")
    let code = Mutex<EventError.Code?>(nil)
    events.recordEvent(activity: "login") { error in code.withLock { $0 = error?.code } }
    scope.cancel()
    #expect(try events.trail().isEmpty)
    #expect(code.withLock { $0 } == .eventRealmUnavailable)
  }

  @Test func `A failure without a completion reaches the error handler`() throws {
    let code = Mutex<EventError.Code?>(nil)
    let events = try #require(
      realm(
        EventConfiguration(
          errorHandler: { error in code.withLock { $0 = error.code } },
          directory: URL(filePath: "/dev/null/x")
        )
      ).events
    )
    events.recordEvent(activity: "login")
    _ = try events.trail()
    #expect(code.withLock { $0 } == .eventRealmUnavailable)
  }

  @Test func `A failure is logged, also if a completion is told of it`() throws {
    let logged = Mutex<[String]>([])
    let events = try #require(
      realm(
        EventConfiguration(
          logger: { level, message in logged.withLock { $0.append("\(level): \(message)") } },
          directory: URL(filePath: "/dev/null/x")
        )
      ).events
    )
    events.recordEvent(activity: "login") { _ in }
    _ = try events.trail()
    #expect(logged.withLock { $0 } == ["error: events were not persisted: event-realm-unavailable"])
  }

  @Test func `Metadata keys that SQLite takes for one another are told apart`() throws {
    let metadata: EventMetadata = [
      "user": "1", "User": "2", "rowid": "3", "Activity": "4", "a\"b": "5", "é": "6", "%41": "7",
      "x\u{0}y": "8",
      "%order": "9",
    ]
    let events = try #require(realm(EventConfiguration(metadata: metadata)).events)
    for count in 1...3 { events.recordEvent(activity: "a\(count)") }
    let trail = try events.trail()
    #expect(trail.map(\.activity) == ["a1", "a2", "a3"])
    for event in trail { #expect(Set(event.metadata.entries) == Set(metadata.entries)) }
  }

  @Test func `Texts with a NUL and beyond the basic plane come back as they went in`() throws {
    let events = try #require(realm(EventConfiguration()).events)
    events.recordEvent(
      activity: "a\u{0}b",
      eventType: "'; DROP TABLE AuditEvent; --",
      data: "\u{1F512}\u{0}"
    )
    let event = try #require(try events.trail().first)
    #expect(event.activity == "a\u{0}b")
    #expect(event.event == "'; DROP TABLE AuditEvent; --")
    #expect(event.data == "\u{1F512}\u{0}")
  }

  @Test func `Completions run in the order of the calls`() throws {
    let events = try #require(realm(EventConfiguration()).events)
    let order = Mutex<[Int]>([])
    for number in 0..<50 {
      if number.isMultiple(of: 2) {
        events.beginScope(activity: "empty").commit { _ in order.withLock { $0.append(number) } }
      } else {
        events.recordEvent(activity: "custom") { _ in order.withLock { $0.append(number) } }
      }
    }
    #expect(try events.trail().count == 25)
    #expect(order.withLock { $0 } == Array(0..<50))
  }

  @Test func `A scope outlives the handle of its realm`() throws {
    var realm: Realm? = try realm(EventConfiguration())
    let events = try #require(realm?.events)
    let scope = events.beginScope(activity: "later")
    try realm?.write { try realm?.create("Note", value: ["_id": 1]) }
    realm = nil
    scope.commit()
    #expect(try events.trail().map(\.event) == ["write"])
  }

  @Test func `Releasing an active scope forgets its events, and ends it for no other`() throws {
    let realm = try realm(EventConfiguration())
    let events = try #require(realm.events)
    let kept = events.beginScope(activity: "kept")
    var dropped: Scope? = events.beginScope(activity: "dropped")
    try realm.write { try realm.create("Note", value: ["_id": 1]) }
    #expect(dropped?.isActive == true)
    dropped = nil
    kept.commit()
    #expect(try events.trail().map(\.activity) == ["kept"])
  }

  @Test func `Ending a scope twice names the scope`() throws {
    let events = try #require(realm(EventConfiguration()).events)
    let scope = events.beginScope(activity: "once")
    scope.commit()
    do throws(EventError) {
      try scope.end(committing: false)
      Issue.record("a second end is refused")
    } catch {
      #expect(error.code == .scopeNotActive)
      #expect(
        error.description
          == "Cannot end event scope: scope '1' not in progress. Scope may have already been ended?"
      )
    }
  }

  @Test func `Closing removes the temporary folder, and what comes later is told so`() throws {
    let events = try #require(realm(EventConfiguration()).events)
    events.recordEvent(activity: "before")
    events.close()
    let code = Mutex<EventError.Code?>(nil)
    events.recordEvent(activity: "after") { error in code.withLock { $0 = error?.code } }
    #expect(try events.trail().isEmpty)
    #expect(code.withLock { $0 } == .eventRealmUnavailable)
  }
}
