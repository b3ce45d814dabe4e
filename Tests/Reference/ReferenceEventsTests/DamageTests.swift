import Formats
import Foundation
import JSON
import ReferenceEvents
import Testing

/// What becomes of files that are not as they were written.
struct DamageTests {
  /// A store with one closed partition of 40 events.
  private func store() throws -> (EventStore, file: URL, trail: [AuditEvent]) {
    let store = EventStore()
    let events = try store.open(metadata: ["device": "ward 3"])
    for number in 0..<40 {
      events.recordEvent(activity: "\(number)", data: String(repeating: "\(number) ", count: 100))
    }
    let trail = try events.trail()
    events.close()
    let file = try #require(store.files().first)
    return (store, store.url(file), trail)
  }

  /// Records on, and makes sure that the leftover is either as it was or out of the way with one error.
  ///
  /// - Returns: whether it was found damaged.
  private func recordOn(_ store: EventStore, _ file: URL, _ trail: [AuditEvent], _ what: String)
    throws -> Bool
  {
    let server = EventServer()
    let events = try store.open(server: server)
    try events.record("later")
    #expect(events.waitForUploads(timeout: .seconds(60)), "\(what)")
    let path = file.path()
    let documents = server.documents()
    if store.errors.list.isEmpty {
      #expect(documents.dropLast() == trail[...], "\(what)")
      #expect(!FileManager.default.fileExists(atPath: path + ".damaged"), "\(what)")
    } else {
      #expect(store.errors.list.count == 1, "\(what)")
      #expect(store.errors.list[0].description.contains(path), "\(what)")
      #expect(documents.activities == ["later"], "\(what)")
      #expect(FileManager.default.fileExists(atPath: path + ".damaged"), "\(what)")
    }
    #expect(try events.trail().activities == ["later"], "\(what)")
    events.close()
    #expect(store.files().isEmpty, "\(what)")
    return !store.errors.list.isEmpty
  }

  @Test(arguments: 0..<(isSoak ? 300 : 8))
  func `A leftover that was cut short is set aside`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let (store, file, trail) = try store()
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: file.path())[.size] as? Int
    )
    let length = seed == 0 ? 0 : seed == 1 ? 4096 : Int.random(in: 0..<size, using: &numbers)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(length))
    try handle.close()
    #expect(try recordOn(store, file, trail, "\(length) of \(size) bytes"))
  }

  @Test(arguments: 0..<(isSoak ? 1_000 : 12))
  func `A flipped bit is found, or changes nothing`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let (store, file, trail) = try store()
    var bytes = try Data(contentsOf: file)
    let place = Int.random(in: 0..<bytes.count, using: &numbers)
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    try bytes.write(to: file)
    _ = try recordOn(store, file, trail, "byte \(place)")
  }

  @Test(arguments: 0..<(isSoak ? 300 : 4))
  func `Pages full of noise are found`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let (store, file, trail) = try store()
    var bytes = try Data(contentsOf: file)
    let page = Int.random(in: 0..<bytes.count / 4096, using: &numbers) * 4096
    for place in page..<page + 4096 { bytes[place] = UInt8.random(in: 0...255, using: &numbers) }
    try bytes.write(to: file)
    #expect(try recordOn(store, file, trail, "page at \(page)"))
  }

  @Test func `A changed text is found, although SQLite does not mind`() throws {
    let (store, file, trail) = try store()
    var bytes = try Data(contentsOf: file)
    let text = Data("17 17 17 17".utf8)
    let range = try #require(bytes.range(of: text))
    bytes.replaceSubrange(range, with: Data("18 18 18 18".utf8))
    try bytes.write(to: file)
    #expect(try recordOn(store, file, trail, "text"))
  }

  @Test func `A page that lost its last event is found by its readers`() throws {
    let (store, file, trail) = try store()
    var bytes = try Data(contentsOf: file)
    let last = try #require(bytes.range(of: Data("39 39 39".utf8))?.lowerBound)
    // The head of a leaf: its kind, the first free block, and how many rows it has.
    let count = last / 4096 * 4096 + 3
    #expect(bytes[count - 3] == 0x0D && bytes[count] == 0 && bytes[count + 1] > 1)
    bytes[count + 1] -= 1
    try bytes.write(to: file)
    try expectTrailOrError(store, trail, "row", isDamaged: true)
    #expect(try recordOn(store, file, trail, "row"))
  }

  @Test func `A text that is marked as something else is found`() throws {
    let store = EventStore()
    let events = try store.open()
    try events.record("1", data: String(repeating: "x", count: 200))
    let trail = try events.trail()
    events.close()
    let file = store.url(try #require(store.files().first))
    var bytes = try Data(contentsOf: file)
    // The head of a row names the kind of each value: 13 and twice the length for a text, one less for bytes.
    let kind = 13 + 2 * 200
    let mark = Data([0x80 | UInt8(kind >> 7), UInt8(kind & 0x7F)])
    let place = try #require(bytes.range(of: mark)?.lowerBound)
    bytes[place + 1] ^= 1
    try bytes.write(to: file)
    try expectTrailOrError(store, trail, "kind", isDamaged: true)
    #expect(try recordOn(store, file, trail, "kind"))
  }

  @Test(arguments: 0..<(isSoak ? 1_000 : 12))
  func `A reader of a file with a flipped bit has all of it or an error`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let (store, file, trail) = try store()
    var bytes = try Data(contentsOf: file)
    let page = Int.random(in: 0..<bytes.count / 4096, using: &numbers) * 4096
    // Heads of pages and the places of their rows are what SQLite trusts.
    let place = page + Int.random(in: 0..<(page == 0 ? 140 : 40), using: &numbers)
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    try bytes.write(to: file)
    try expectTrailOrError(store, trail, "byte \(place)")
  }

  /// Reads before anything is recorded, and exports.
  private func expectTrailOrError(
    _ store: EventStore,
    _ trail: [AuditEvent],
    _ what: String,
    isDamaged: Bool = false
  ) throws {
    let events = try store.open()
    let read = try? events.trail()
    #expect(read == nil || read == trail, "\(what)")
    events.close()
    var documents: [JSON] = []
    let isExported =
      (try? StoredTrail(directory: store.folder).forEachDocument { documents.append($0) }) != nil
    let all = trail.map { $0.document(in: .edition2023) }
    #expect(documents == all || !isExported, "\(what)")
    #expect(all.starts(with: documents), "\(what)")
    if isDamaged { #expect(read == nil && !isExported, "\(what)") }
  }

  @Test(arguments: ["", "no database", String(repeating: "x", count: 100_000)])
  func `Something else under the name of a partition is set aside`(content: String) throws {
    let (store, file, trail) = try store()
    try Data(content.utf8).write(to: file)
    #expect(try recordOn(store, file, trail, "\(content.count) bytes"))
  }

  @Test func `A trail with a damaged part is refused before recording begins`() throws {
    let (store, file, _) = try store()
    try Data("no database".utf8).write(to: file)
    let events = try store.open()
    do {
      _ = try events.trail()
      Issue.record("it is read")
    } catch {
      #expect(error.code == .eventRealmUnavailable)
      #expect(error.description.contains(file.path()))
    }
  }

  @Test(arguments: 0..<(isSoak ? 50 : 3))
  func `When the current file is damaged, the scopes after that go to a new one`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let store = EventStore()
    let events = try store.open()
    let long = String(repeating: "x", count: 3_000)
    for number in 0..<5 { try events.record("\(number)", data: long) }
    let file = store.url(try #require(store.files().first)).path()
    for name in [file, file + "-wal"] {
      let handle = try FileHandle(forWritingTo: URL(filePath: name))
      let size = Int(try handle.seekToEnd())
      try handle.seek(toOffset: 0)
      let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      try handle.write(contentsOf: Data(noise))
      try handle.close()
    }
    // Reading finds it out, if writing does not.
    let failures = (0..<5).count { number in
      defer { _ = try? events.trail() }
      return events.outcome("after \(number)") != nil
    }
    #expect(failures < 5)
    try events.record("last")
    events.close()
    let again = try store.open()
    try again.record("next run")
    #expect(try again.trail().activities.last == "next run")
    #expect(!store.files(".damaged").isEmpty)
    #expect(!store.errors.list.isEmpty)
  }
}
