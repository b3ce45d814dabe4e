import Foundation
import ReferenceEvents
import Testing

/// What a process leaves that ends without closing its partition: much of it stands in SQLite's write-ahead log only,
/// which SQLite reads up to the first damage without a word.
struct LogDamageTests {
  private static let small = (0..<6).map { "payload \($0)" }

  @Test func `An undamaged log is taken over without a word`() throws {
    let leftover = try Leftover(Self.small)
    #expect(try leftover.ends().count == 6)
    let events = try leftover.store.open()
    try events.record("later")
    #expect(try events.trail().activities == ["0", "1", "2", "3", "4", "5", "later"])
    #expect(leftover.store.errors.list.isEmpty)
    #expect(leftover.store.files(".damaged").isEmpty)
  }

  @Test(arguments: [
    ("first mark", 8), ("second mark", 13), ("sum", 16), ("page number", 0), ("page", 24),
    ("page's end", 4_119),
  ])
  func `Commits after a damaged place are reported, and those before it are kept`(
    _: String,
    _ offset: Int
  ) throws {
    let leftover = try Leftover(Self.small)
    let ends = try leftover.ends()
    try leftover.change { $0[ends[3] + offset] ^= 0x10 }
    let damaged = try Data(contentsOf: leftover.log)
    let server = EventServer()
    let events = try leftover.store.open(server: server)
    try events.record("later")
    #expect(events.waitForUploads(timeout: .seconds(60)))
    #expect(server.documents().activities == ["0", "1", "2", "later"])
    let error = try #require(leftover.store.errors.list.first)
    #expect(leftover.store.errors.list.count == 1)
    #expect(error.code == .eventRealmUnavailable)
    #expect(error.description.contains(leftover.file.path()))
    #expect(error.description.contains("3 of its commits come after a place that is damaged"))
    #expect(error.description.contains(leftover.kept.path()))
    #expect(try Data(contentsOf: leftover.kept) == damaged)
  }

  @Test(arguments: [0, 10, 17, 31])
  func `A log whose beginning is damaged is reported`(_ place: Int) throws {
    let leftover = try Leftover(Self.small)
    try leftover.change { $0[place] ^= 1 }
    let events = try leftover.store.open()
    try events.record("later")
    _ = try events.trail()
    #expect(leftover.store.errors.list.count == 1)
    #expect(leftover.store.errors.list[0].description.contains("it does not begin as a log does"))
    #expect(FileManager.default.fileExists(atPath: leftover.kept.path()))
  }

  @Test func `A commit that was cut off before its end is as if it had not begun`() throws {
    let leftover = try Leftover(Self.small)
    let last = try #require(try leftover.ends().last)
    try leftover.change { $0 = $0.prefix(last + 2_000) }
    let events = try leftover.store.open()
    try events.record("later")
    #expect(try events.trail().activities == ["0", "1", "2", "3", "4", "later"])
    #expect(leftover.store.errors.list.isEmpty)
  }

  @Test func `What a former log has left behind the present one is not damage`() throws {
    let large = String(repeating: "x", count: 2 << 20)
    let leftover = try Leftover([large, large, large, "small", "small"])
    let size = try #require(try leftover.log.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size > 4 << 20)
    let events = try leftover.store.open()
    try events.record("later")
    #expect(try events.trail().activities == ["0", "1", "2", "3", "4", "later"])
    #expect(leftover.store.errors.list.isEmpty)
  }

  @Test func `A trail whose log is damaged is not read, and its log stays`() throws {
    let leftover = try Leftover(Self.small)
    let ends = try leftover.ends()
    try leftover.change { $0[ends[5] + 100] ^= 1 }
    let damaged = try Data(contentsOf: leftover.log)
    let events = try leftover.store.open()
    let error = #expect(throws: EventError.self) { try events.trail() }
    #expect(error?.description.contains(leftover.log.path()) == true)
    let files = leftover.store.files("")
    let exported = #expect(throws: EventError.self) {
      try StoredTrail(directory: leftover.store.folder)
    }
    #expect(exported?.description.contains("1 of its commits") == true)
    #expect(try Data(contentsOf: leftover.log) == damaged)
    #expect(leftover.store.files("").sorted() == files.sorted())
  }
}
