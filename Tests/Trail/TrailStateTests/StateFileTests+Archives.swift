import Foundation
import Testing
import TrailCheck

@testable import TrailState

/// Dumps in one file, as `mongodump --archive` writes them.
extension StateFileTests {
  private static let people = [
    "Person": [
      SimulatedValue.document([
        ("_id", .int(1)), ("name", .string("Ann")), ("born", .date(978_307_201_000_000)),
      ])
    ]
  ]

  private func archive(_ folder: TemporaryFolder, _ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/dump"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  @Test func `An archive is read whatever it is called, and its other collections are named`()
    throws
  {
    let folder = try TemporaryFolder()
    var collections = Self.people
    collections["Log"] = [SimulatedValue.document([("_id", .int(5))])]
    let path = try archive(folder, SimulatedArchive.bytes(collections))
    let outcome = try reconcile(path)
    #expect(outcome.balance.objects.accounted == 1)
    #expect(outcome.balance.objects.unaccounted + outcome.balance.values.unaccounted == 0)
    #expect(outcome.stateFiles == [path])
    #expect(
      sentences(outcome)
        == [
          #"state-table-extra: \#(path) has "Log", which belongs to no class of the schema and was not compared"#
        ]
    )
  }

  @Test func `An archive of two databases with one collection is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try archive(
      folder,
      SimulatedArchive.bytes(Self.people, databases: ["clinic", "test"])
    )
    #expect(message(path).contains(#"has the collection "Person" of two databases"#))
  }

  @Test func `An archive without a class of the schema is refused with what it has`() throws {
    let folder = try TemporaryFolder()
    let path = try archive(folder, SimulatedArchive.bytes(["Log": []]))
    #expect(message(path).hasSuffix(#"has no collection of a class of the schema: it has "Log""#))
  }

  @Test func `An archive that is cut off or changed is found damaged`() throws {
    let folder = try TemporaryFolder()
    let bytes = SimulatedArchive.bytes(Self.people)
    var changed = bytes
    let place = try #require(Array(bytes).firstRange(of: Array("Ann".utf8))?.lowerBound)
    changed[place] = UInt8(ascii: "E")
    for (damaged, word) in [(Array(bytes.dropLast(60)), "ends"), (changed, "checksum")] {
      let outcome = try reconcile(try archive(folder, damaged))
      let found = sentences(outcome).filter { $0.hasPrefix("state-damaged") }
      #expect(found.count == 1 && found.allSatisfy { $0.contains(word) }, "\(found)")
    }
  }
}
