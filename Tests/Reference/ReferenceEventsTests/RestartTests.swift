import Foundation
import ReferenceEvents
import Testing

/// What a process leaves behind, and who takes it over.
struct RestartTests {
  @Test func `What a process left is uploaded by the next one, once and in order`() throws {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let first = try store.open(server: server, maxPartitionBytes: 1)
    try first.record("1", "2", "3")
    first.abandon()
    #expect(store.files().count == 3)
    server.goOnline()
    let second = try store.open(server: server)
    #expect(server.documents().isEmpty)
    // Nothing has to be recorded for that.
    #expect(second.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["1", "2", "3"])
    try second.record("4")
    #expect(second.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["1", "2", "3", "4"])
    second.close()
    #expect(store.files().isEmpty)
    #expect(store.files("").filter { $0.contains(".") }.isEmpty)
  }

  @Test func `Only the same user, prefix and app take over`() throws {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let first = try store.open(server: server)
    try first.record("left")
    first.abandon()
    server.goOnline()
    for other in [
      try store.open(user: "v", server: server), try store.open(user: nil, server: server),
      try store.open(app: "other", server: server), try store.open(prefix: "event", server: server),
      try store.open(prefix: "events-", server: server),
    ] {
      try other.record("other")
      #expect(other.waitForUploads(timeout: .seconds(60)))
      #expect(try other.trail().activities == ["other"])
      other.close()
    }
    #expect(server.documents().activities == Array(repeating: "other", count: 5))
    let same = try store.open(server: server)
    try same.record("same")
    #expect(same.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities.suffix(2) == ["left", "same"])
    same.close()
    #expect(store.files().isEmpty)
  }

  @Test func `A partition in the folder of another pool is left alone, with an error`() throws {
    let store = EventStore()
    let first = try store.open(user: "v")
    try first.record("v's")
    first.close()
    let file = try #require(store.files().first)
    let target = file.replacing("/v/", with: "/u/")
    try FileManager.default.createDirectory(
      at: store.url(target).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(at: store.url(file), to: store.url(target))
    let server = EventServer()
    let second = try store.open(server: server)
    try second.record("u's")
    #expect(second.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["u's"])
    second.close()
    #expect(store.files() == [target])
    #expect(store.errors.list.count == 1)
  }

  @Test func `A partition that is being written is not taken over by another`() throws {
    let store = EventStore()
    let server = EventServer()
    server.goOffline()
    let first = try store.open(server: server)
    try first.record("1")
    let second = try store.open(server: server)
    try second.record("2")
    #expect(try first.trail().activities == ["1"])
    #expect(try second.trail().activities == ["2"])
    #expect(try second.partitions().map(\.state) == [.open])
    server.goOnline()
    #expect(second.waitForUploads(timeout: .seconds(60)))
    second.close()
    try first.record("3")
    #expect(first.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities.sorted() == ["1", "2", "3"])
    #expect(try first.trail().activities == ["1", "3"])
    first.close()
    #expect(store.files().isEmpty)
  }

  @Test func `Without a server everything stays, and is there after a restart`() throws {
    let store = EventStore()
    for run in 1...3 {
      let events = try store.open()
      try events.record("\(run)a", "\(run)b")
      #expect(!events.waitForUploads(timeout: .zero))
      if run.isMultiple(of: 2) { events.close() } else { events.abandon() }
    }
    let last = try store.open()
    #expect(try last.trail().activities == ["1a", "1b", "2a", "2b", "3a", "3b"])
    #expect(try last.partitions().map(\.state) == [.closed, .closed, .closed])
    try last.record("4")
    #expect(try last.partitions().map(\.eventCount) == [2, 2, 2, 1])
  }

  @Test func `What was not persisted yet is lost with the process, and no part of it stays`() throws
  {
    let store = EventStore()
    let events = try store.open()
    for number in 0..<2_000 { events.recordEvent(activity: "\(number)") }
    events.abandon()
    let trail = try store.open().trail()
    #expect(trail.activities == (0..<trail.count).map(String.init))
    #expect(events.outcome("after")?.code == .eventRealmUnavailable)
  }

  @Test func `What was recorded right before closing is stored, also if nothing was opened yet`()
    throws
  {
    let store = EventStore()
    let events = try store.open()
    for number in 0..<100 { events.recordEvent(activity: "\(number)") }
    events.close()
    #expect(try store.open().trail().activities == (0..<100).map(String.init))
    #expect(store.errors.list.isEmpty)
  }

  @Test func `What was being made or deleted when a process ended is cleared away`() throws {
    let store = EventStore()
    let events = try store.open()
    try events.record("kept")
    events.close()
    let file = try #require(store.files().first)
    let folder = store.url(file).deletingLastPathComponent()
    for name in [
      "62b396f4ebe94d2b871889ba.new", "62b396f4ebe94d2b871889ba.new-journal",
      "62b396f4ebe94d2b871889ba.lock", "62b396f4ebe94d2b871889bb.done",
      "62b396f4ebe94d2b871889bb.sqlite-wal", "62b396f4ebe94d2b871889bc.lock",
      "somebody's notes.txt", "x.lock",
    ] {
      try Data("half".utf8).write(to: folder.appending(path: name))
    }
    let again = try store.open()
    try again.record("next")
    #expect(try again.trail().activities == ["kept", "next"])
    again.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(names.filter { $0.hasPrefix("62b396f4") }.isEmpty)
    #expect(names.contains("somebody's notes.txt") && names.contains("x.lock"))
    #expect(store.errors.list.isEmpty)
  }
}
