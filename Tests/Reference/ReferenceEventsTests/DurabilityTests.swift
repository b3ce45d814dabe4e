import Foundation
import ReferenceRealm
import Synchronization
import SystemSQLite
import Testing

@testable import ReferenceEvents

/// What SQLite is told about the disk: no test can cut the power.
struct DurabilityTests {
  @Test(arguments: [("FULL", 2), ("NORMAL", 1), ("OFF", 0)])
  func `A partition is written ahead, and waits for the disk as it is told to`(
    _ synchronous: String,
    _ level: Int64
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "durability-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let id = ObjectId()
    let lock = try #require(
      try PartitionLock.acquire(PartitionFile.path(id, "lock", in: folder))
    )
    let file = PartitionFile(id: id, folder: folder, lock: lock, isCurrent: true)
    try PartitionDatabase.create(
      at: file,
      for: PoolIdentity(app: "app", user: "user", prefix: "events"),
      activityField: "activity",
      isTemporary: false
    )
    let database = try PartitionDatabase.open(file, synchronous: synchronous)
    let journal = try database.text("PRAGMA journal_mode")
    let found = try database.number("PRAGMA synchronous")
    try database.close()
    #expect(journal == "wal")
    #expect(found == level)
  }

  private static func size(_ file: URL) throws -> Int {
    try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
  }

  @Test func `A completion does not wait for what is durable to be moved within the partition`()
    throws
  {
    let store = EventStore()
    let events = try store.open()
    try events.record("small")
    let file = store.url(try #require(store.files().first))
    let sizeAtCompletion = Mutex<Int?>(nil)
    events.recordEvent(activity: "large", data: String(repeating: "x", count: 8 << 20)) { error in
      if error == nil {
        sizeAtCompletion.withLock { $0 = try? Self.size(URL(filePath: file.path())) }
      }
    }
    // Waits for everything that the writer has to do.
    #expect(try events.partitions().map(\.eventCount) == [2])
    let atCompletion = sizeAtCompletion.withLock { $0 }
    #expect(try #require(atCompletion) < 1 << 20)
    #expect(try Self.size(URL(filePath: file.path())) > 8 << 20)
  }

  @Test func `The log of a partition does not grow with the trail`() throws {
    let store = EventStore()
    let events = try store.open()
    for number in 1...12 {
      try events.record("\(number)", data: String(repeating: "x", count: 1 << 20))
    }
    #expect(try events.partitions().map(\.eventCount) == [12])
    let log = store.url(try #require(store.files(".sqlite-wal").first))
    #expect(try Self.size(log) < 6 << 20)
    #expect(try events.trail().activities == (1...12).map(String.init))
  }
}
