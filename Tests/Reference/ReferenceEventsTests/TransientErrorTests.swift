import CrashingRecorder
import Foundation
import ReferenceEvents
import Testing

/// What can't be read for now is not damaged: it stays, and is tried again.
struct TransientErrorTests {
  /// A closed partition of three events whose lock cannot be taken, because a folder has its name.
  private func locked() throws -> (EventStore, lock: URL) {
    let store = EventStore()
    let events = try store.open()
    try events.record("1", "2", "3")
    events.close()
    let file = try #require(store.files().first)
    let lock = store.url(String(file.dropLast("sqlite".count)) + "lock")
    try? FileManager.default.removeItem(at: lock)
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
    return (store, lock)
  }

  @Test func `A leftover that can't be taken over is said once, and sent as soon as it can be`()
    throws
  {
    let (store, lock) = try locked()
    let server = EventServer()
    let events = try store.open(server: server)
    try events.record("4")
    #expect(!events.waitForUploads(timeout: .milliseconds(300)))
    try events.record("5")
    #expect(!events.waitForUploads(timeout: .milliseconds(300)))
    // The wait is for the leftover too, and says nothing about these.
    for _ in 0..<30_000 where server.documents().count < 2 { usleep(2_000) }
    #expect(server.documents().activities == ["4", "5"])
    let error = try #require(store.errors.list.first)
    #expect(store.errors.list.count == 1)
    #expect(error.code == .eventRealmUnavailable)
    #expect(error.description.contains(lock.path()))
    try FileManager.default.removeItem(at: lock)
    try events.record("6")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    let activities = server.documents().activities
    #expect(activities.filter { ["1", "2", "3"].contains($0) } == ["1", "2", "3"])
    #expect(activities.filter { ["4", "5", "6"].contains($0) } == ["4", "5", "6"])
    #expect(activities.count == 6)
    events.close()
    #expect(store.files().isEmpty)
    #expect(store.files(".damaged").isEmpty)
    #expect(store.errors.list.count == 1)
  }

  @Test func `A trail that lacks what can't be read for now is refused, and whole later`() throws {
    let (store, lock) = try locked()
    let events = try store.open()
    try events.record("4")
    let error = #expect(throws: EventError.self) { try events.trail() }
    #expect(error?.description.contains(lock.path()) == true)
    try FileManager.default.removeItem(at: lock)
    #expect(try events.trail().activities == ["1", "2", "3", "4"])
    #expect(try events.partitions().map(\.eventCount) == [3, 1])
  }

  @Test func `Where no more files can be opened no partition counts as damaged, and all is sent`()
    throws
  {
    let store = EventStore()
    let ledger = EventStore()
    try FileManager.default.createDirectory(at: ledger.folder, withIntermediateDirectories: true)
    let arrivals = ledger.url("arrivals")
    var expected = ExpectedScopes()
    func record(_ run: Int, _ options: String...) throws -> RecorderProcess {
      let recorder = try RecorderProcess(
        folder: store.folder,
        run: run,
        seed: run,
        options: options
      )
      let lines = try recorder.finish()
      expected.add(lines)
      // Leftovers leave enough descriptors for recording.
      #expect(lines.allSatisfy { $0.outcome == "ok" })
      #expect(recorder.signal == nil)
      #expect(store.files(".damaged").isEmpty)
      return recorder
    }
    _ = try record(0, "partition=1", "count=100")
    #expect(store.files().count == 100)
    // Fewer than the leftovers need.
    let second = try record(1, "descriptors=64", "count=10", "partition=1")
    #expect(second.complaints.contains("is tried again later"))
    _ = try record(2, "descriptors=64", "count=10", "partition=1", "ledger=\(arrivals.path())")
    let last = try store.open(server: EventServer(), upload: ArrivalLedger(arrivals).upload)
    try last.record("end")
    #expect(last.waitForUploads(timeout: .seconds(60)))
    last.close()
    let lines = try String(contentsOf: arrivals, encoding: .utf8).split(separator: "\n")
    // Partitions that had to wait come after others; what is in one keeps its order.
    let fields = lines.map { $0.split(separator: " ").map(String.init) }.filter { $0[2] != "end" }
    let inOrder = fields.enumerated().sorted { left, right in
      let (one, other) = (scope(left.element[2]), scope(right.element[2]))
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }
    expected.check(inOrder.map { $0.element[2] }, ids: inOrder.map { $0.element[0] })
    #expect(store.files().isEmpty)
    #expect(store.errors.list.isEmpty)
  }

  /// The run and the number of a scope.
  private func scope(_ activity: String) -> [Int] {
    activity.split(separator: ".").prefix(2).compactMap { Int($0) }
  }
}
