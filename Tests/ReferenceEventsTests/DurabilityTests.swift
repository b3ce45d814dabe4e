import Foundation
import GRDB
import ReferenceRealm
import Testing

@testable import ReferenceEvents

/// What SQLite is told about the disk: no test can cut the power.
struct DurabilityTests {
  @Test(arguments: [("FULL", 2), ("NORMAL", 1), ("OFF", 0)])
  func `A partition is written ahead, and waits for the disk as it is told to`(
    _ synchronous: String,
    _ level: Int
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
    let queue = try PartitionDatabase.open(file, synchronous: synchronous)
    let (journal, found) = try queue.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      )
    }
    try queue.close()
    #expect(journal == "wal")
    #expect(found == level)
  }
}
