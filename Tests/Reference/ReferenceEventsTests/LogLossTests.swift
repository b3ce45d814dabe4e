import Foundation
import JSON
import ReferenceEvents
import Testing

/// A store that lost events without a trace in what is left of them: an export says so where something else tells.
struct LogLossTests {
  private static let payloads = (0..<6).map { "payload \($0)" }
  private static let all = ["", "-wal", "-shm"]

  private func export(_ leftover: Leftover) throws -> (activities: [String], losses: [String]) {
    let trail = try StoredTrail(directory: leftover.store.folder)
    var activities: [String] = []
    try trail.forEachDocument { activities.append($0["activity"]?.string ?? "") }
    return (activities, trail.losses)
  }

  @Test func `A store that is whole lost nothing, and stays as it is`() throws {
    let leftover = try Leftover(Self.payloads, Self.all)
    let before = try Self.all.map { try Data(contentsOf: URL(filePath: leftover.file.path() + $0)) }
    let lock = leftover.file.deletingPathExtension().appendingPathExtension("lock").path()
    #expect(FileManager.default.createFile(atPath: lock, contents: nil))
    for _ in 0..<2 {
      let (activities, losses) = try export(leftover)
      #expect(activities == ["0", "1", "2", "3", "4", "5"])
      #expect(losses == [])
    }
    let after = try Self.all.map { try Data(contentsOf: URL(filePath: leftover.file.path() + $0)) }
    #expect(before == after)
    #expect(FileManager.default.fileExists(atPath: lock))
  }

  @Test(arguments: 0..<5) func `A log that was cut off behind a commit is told by its index`(
    _ last: Int
  ) throws {
    let leftover = try Leftover(Self.payloads, Self.all)
    let ends = try leftover.ends()
    try leftover.change { $0 = $0.prefix(ends[last] + 24 + 4096) }
    for _ in 0..<2 {
      let (activities, losses) = try export(leftover)
      #expect(activities == (0...last).map { "\($0)" })
      let (left, all) = (Leftover.frames(upTo: ends[last]), Leftover.frames(upTo: ends[5]))
      #expect(
        losses == [
          "events may be missing from \(leftover.file.path()): its log \(leftover.log.path()) ends after \(left) of the "
            + "\(all) pages that were committed"
        ]
      )
    }
  }

  @Test(arguments: [true, false]) func `A log that is gone is told by its index`(isEmpty: Bool)
    throws
  {
    let leftover = try Leftover(Self.payloads, Self.all)
    if isEmpty {
      try leftover.change { $0 = Data() }
    } else {
      try FileManager.default.removeItem(at: leftover.log)
    }
    let (activities, losses) = try export(leftover)
    #expect(activities == [])
    #expect(losses.count == 1)
    #expect(losses.first?.hasSuffix("pages of commits, is gone") == true)
  }

  @Test func `A partition without an event is told, because one is begun for an event`() throws {
    let (activities, losses) = try export(Leftover(Self.payloads, [""]))
    #expect(activities == [])
    #expect(losses.count == 1)
    #expect(
      losses.first?.contains("it has no event, as if it had been copied without its log") == true
    )
  }

  @Test(arguments: [0, 13, 16, 32, 40, 47]) func `A damaged index tells nothing`(_ place: Int)
    throws
  {
    let leftover = try Leftover(Self.payloads, Self.all)
    let ends = try leftover.ends()
    try leftover.change { $0 = $0.prefix(ends[2] + 24 + 4096) }
    let index = URL(filePath: leftover.file.path() + "-shm")
    var bytes = try Data(contentsOf: index)
    for copy in [0, 48] { bytes[place + copy] ^= 1 }
    try bytes.write(to: index)
    let (activities, losses) = try export(leftover)
    #expect(activities == ["0", "1", "2"])
    #expect(losses == [])
  }
}
