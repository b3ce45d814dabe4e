import Formats
import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Testing

/// How events reach the server.
struct UploadTests {
  @Test func `Events arrive while they are recorded, and stay until the partition is closed`()
    throws
  {
    let store = EventStore()
    let server = EventServer()
    let events = try store.open(server: server)
    try events.record("1", "2")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents() == (try events.trail()))
    let partition = try #require(try events.partitions().first)
    #expect(partition.state == .open)
    #expect(partition.acknowledgedCount == 2)
    events.close()
    #expect(store.files().isEmpty)
  }

  @Test func `Offline one file is being uploaded, one is written, and further ones are closed`()
    throws
  {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let events = try store.open(server: server, maxPartitionBytes: 1)
    try events.record("1", "2", "3", "4")
    #expect(try events.partitions().map(\.state) == [.uploading, .closed, .closed, .open])
    #expect(!events.waitForUploads(timeout: .milliseconds(20)))
    #expect(server.documents().isEmpty)
    server.goOnline()
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["1", "2", "3", "4"])
    #expect(try events.partitions().map(\.state) == [.open])
    #expect(store.files().count == 1)
  }

  @Test(arguments: 0..<(isSoak ? 200 : 4))
  func `Whatever fails, every event arrives once and in order`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let store = EventStore()
    let server = EventServer()
    let link = FaultyLink()
    var recorded: [String] = []
    for run in 0..<3 {
      let events = try store.open(
        server: server,
        upload: link.upload,
        maxPartitionBytes: Bool.random(using: &numbers) ? 1 : 40_000
      )
      for number in 0..<Int.random(in: 1...20, using: &numbers) {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: server.goOffline()
        case 1: server.goOnline()
        case 2: link.failTransfers(.afterDocuments(Int.random(in: 0...3, using: &numbers)))
        case 3: link.failTransfers(.beforeAcknowledgement)
        case 4: server.logOut(User(id: "u"))
        case 5: server.logIn(User(id: "u"))
        default: break
        }
        let activity = "\(run).\(number)"
        let size = Int.random(in: 0...20_000, using: &numbers)
        try events.record(activity, data: String(repeating: "é", count: size))
        recorded.append(activity)
      }
      if Bool.random(using: &numbers) { events.abandon() } else { events.close() }
    }
    server.goOnline()
    server.logIn(User(id: "u"))
    let last = try store.open(server: server, upload: link.upload)
    try last.record("last")
    #expect(last.waitForUploads(timeout: .seconds(120)))
    #expect(server.documents().activities == recorded + ["last"])
    last.close()
    #expect(store.files().isEmpty)
    #expect(store.errors.list.isEmpty)
  }

  @Test func `An acknowledgement that is lost makes no second document, not even of a deleted one`()
    throws
  {
    let store = EventStore()
    let server = EventServer()
    let link = FaultyLink()
    link.failTransfers(.beforeAcknowledgement)
    let events = try store.open(server: server, upload: link.upload)
    try events.record("1")
    while server.documents().isEmpty { usleep(1_000) }
    let arrived = try #require(server.documents().first)
    #expect(server.delete(arrived.id))
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().isEmpty)
  }

  @Test func `A file is deleted only after all of it is acknowledged`() throws {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let first = try store.open(server: server)
    for number in 0..<300 { try first.record("\(number)") }
    first.close()
    #expect(store.files().count == 1)
    let link = FaultyLink()
    link.slowDown(perDocument: 0.0002)
    link.failTransfers(.afterDocuments(150), .beforeAcknowledgement)
    server.goOnline()
    let second = try store.open(server: server, upload: link.upload)
    try second.record("next")
    while server.documents().count < 299 {
      let arrived = server.documents().count
      if arrived < 299 { #expect(store.files().count == 2) }
      usleep(500)
    }
    #expect(second.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == (0..<300).map(String.init) + ["next"])
    #expect(store.files().count == 1)
  }

  @Test func `Closing does not wait for a slow transfer`() throws {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let link = FaultyLink()
    let events = try store.open(server: server, upload: link.upload)
    for number in 0..<50 { try events.record("\(number)") }
    link.slowDown(perDocument: 0.1)
    server.goOnline()
    while server.documents().isEmpty { usleep(1_000) }
    events.close()
    #expect(server.documents().count < 50)
    let again = try store.open(server: server)
    try again.record("50")
    #expect(again.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == (0...50).map(String.init))
  }

  @Test func `In development mode the collection grows with what arrives`() throws {
    let store = EventStore()
    let server = EventServer()
    let events = try store.open(server: server, metadata: ["username": "Jason Bourne"])
    try events.record("login")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.collectionSchema["properties"]?["username"]?["bsonType"] == "string")
    #expect(server.collectionSchema["properties"]?["userId"] == nil)
    server.setSchema(server.collectionSchema)
    events.updateMetadata(["userId": "1"])
    try events.record("later")
    #expect(!events.waitForUploads(timeout: .seconds(60)))
    #expect(store.errors.list.map(\.code) == [.uploadFailed])
  }

  @Test func `A field that the schema lacks is refused, and its events are kept`() throws {
    let store = EventStore()
    let plain = try store.open(app: "for the schema")
    let schema = plain.collectionSchema
    let server = EventServer(schema: schema)
    let events = try store.open(server: server)
    try events.record("fits")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    events.updateMetadata(["username": "Jason Bourne"])
    try events.record("does not")
    #expect(!events.waitForUploads(timeout: .seconds(60)))
    let error = try #require(store.errors.list.first)
    #expect(error.code == .uploadFailed)
    #expect(error.description.contains("username"))
    #expect(server.documents().activities == ["fits"])
    #expect(try events.trail().activities == ["fits", "does not"])
    try events.record("behind it")
    #expect(store.errors.list.count == 1)
    server.setSchema(events.collectionSchema)
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["fits", "does not", "behind it"])
  }

  @Test func `A logged-out user's events are kept and uploaded after the next login`() throws {
    let store = EventStore()
    let server = EventServer()
    let events = try store.open(server: server)
    server.logOut(User(id: "u"))
    try events.record("1", "2")
    #expect(!events.waitForUploads(timeout: .milliseconds(20)))
    #expect(server.documents().isEmpty)
    server.logIn(User(id: "u"))
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["1", "2"])
  }

  @Test func `The event realm of a removed user does not open, and the completion says so`() throws
  {
    let store = EventStore()
    let server = EventServer()
    server.remove(User(id: "u"))
    let events = try store.open(server: server)
    let scope = events.beginScope(activity: "begins all the same")
    #expect(scope.isActive)
    scope.cancel()
    #expect(events.outcome("1")?.code == .eventRealmUnavailable)
    #expect(try events.trail().isEmpty)
    let other = try store.open(user: "v", server: server)
    try other.record("other")
    #expect(other.waitForUploads(timeout: .seconds(60)))
  }

  @Test func `Changes on the server do not come back`() throws {
    let store = EventStore()
    let server = EventServer()
    let events = try store.open(server: server)
    try events.record("1", "2")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    var changed = server.documents()[0]
    changed.activity = "changed"
    #expect(server.replace(changed))
    #expect(server.delete(server.documents()[1].id))
    try events.record("3")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["changed", "3"])
    #expect(try events.trail().activities == ["1", "2", "3"])
  }

  @Test func `Several event realms share a server`() throws {
    let store = EventStore()
    let server = EventServer()
    let all = try ["a", "b", "c"].map { try store.open(user: $0, server: server) }
    for number in 0..<50 {
      for (index, events) in all.enumerated() { events.recordEvent(activity: "\(index).\(number)") }
    }
    for events in all { #expect(events.waitForUploads(timeout: .seconds(60))) }
    let documents = server.documents()
    #expect(documents.count == 150)
    for index in 0..<3 {
      let own = documents.activities.filter { $0.hasPrefix("\(index).") }
      #expect(own == (0..<50).map { "\(index).\($0)" })
    }
  }

  @Test func `A completion may read the trail, and an error handler may close`() throws {
    let store = EventStore()
    let events = try store.open()
    let box = EventsBox(events)
    let done = DispatchSemaphore(value: 0)
    events.recordEvent(activity: "1") { _ in
      #expect((try? box.events.trail().activities) == ["1"])
      box.events.close()
      done.signal()
    }
    done.wait()
    #expect(events.outcome("2")?.code == .eventRealmUnavailable)
  }
}

/// Takes events to a completion, whose thread is not that of the realm: what it calls does not record.
private final class EventsBox: @unchecked Sendable {
  let events: Events
  init(_ events: Events) { self.events = events }
}
