import Foundation
import JSON
import ReferenceEvents
import Testing

/// Exports of what is on disk.
struct StoredTrailTests {
  private func documents(_ store: EventStore) throws -> [JSON] {
    var documents: [JSON] = []
    try StoredTrail(directory: store.folder).forEachDocument { documents.append($0) }
    return documents
  }

  private func refusal(_ folder: URL) -> String? {
    do throws(EventError) {
      _ = try StoredTrail(directory: folder)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `All partitions are exported, in the order of their paths and as they were stored`()
    throws
  {
    let store = EventStore()
    var expected: [JSON] = []
    for (user, edition) in [("a", Edition.edition2022), ("b", .edition2023)] {
      let events = try store.open(
        user: user,
        maxPartitionBytes: 1,
        metadata: ["device": "ward \(user)\u{2028}\u{0}"],
        edition: edition
      )
      try events.record("1", "2", "3", data: "\u{1F512}\n")
      expected += try events.trail().map { $0.document(in: edition) }
      events.close()
    }
    let files = store.files("")
    #expect(try documents(store) == expected)
    #expect(try documents(store) == expected)
    #expect(expected[0]["scope"] == "1" && expected[3]["activity"] == "1")
    #expect(store.files("").sorted() == files.sorted())
  }

  @Test func `A partition that is being written is not exported`() throws {
    let store = EventStore()
    let events = try store.open()
    try events.record("1")
    #expect(refusal(store.folder)?.contains("is being written") == true)
    events.close()
    #expect(try documents(store).count == 1)
  }

  @Test func `What is not a folder of event realms is refused with its reason`() throws {
    let store = EventStore()
    #expect(refusal(store.folder)?.contains("there is no folder") == true)
    try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
    #expect(refusal(store.folder)?.contains("there is no partition") == true)
    let file = store.url("62b396f4ebe94d2b871889ba.sqlite")
    try Data("no database".utf8).write(to: file)
    #expect(refusal(store.folder)?.contains(file.path()) == true)
    #expect(refusal(file)?.contains("there is no folder") == true)
  }

  @Test func `A damaged event ends an export`() throws {
    let store = EventStore()
    let events = try store.open()
    try events.record("12345678")
    events.close()
    let file = store.url(try #require(store.files().first))
    var bytes = try Data(contentsOf: file)
    let range = try #require(bytes.range(of: Data("12345678".utf8)))
    bytes.replaceSubrange(range, with: Data("12345679".utf8))
    try bytes.write(to: file)
    #expect(throws: EventError.self) { try documents(store) }
  }
}
