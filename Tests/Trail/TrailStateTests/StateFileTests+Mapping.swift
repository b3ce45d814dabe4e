import Foundation
import JSON
import Formats
import SystemSQLite
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// What is not compared because of a mapping, or of a damaged file, is told and not taken for accounted for.
extension StateFileTests {
  private func folder(_ lines: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(lines.utf8).write(to: URL(filePath: folder.path + "/Person.ndjson"))
    return folder
  }

  private static let ann = #"{"_id":1,"name":"Ann","born":{"$date":"2001-01-01T00:00:01Z"}}"#

  private func refusal(_ path: String, mapping: String) -> String {
    do {
      _ = try reconcile(path, mapping: mapping)
      return "no error"
    } catch let fault as JSONFault {
      return fault.message
    } catch { return "\(error)".replacing(path, with: "clinic") }
  }

  // MARK: Damage

  @Test func `What may be in a damaged part is not said to be missing`() throws {
    let folder = try folder("{\"_id\":\n")
    let outcome = try reconcile(folder.path)
    let found = sentences(outcome)
    #expect(
      found.count == 1 && found[0].hasPrefix("state-damaged: Person: document 1 cannot be read: "),
      "\(found)"
    )
    #expect(
      outcome.balance.objects.notComparable == [
        "objects that may be in what cannot be read of the database": 1
      ]
    )
    #expect(
      outcome.balance.notes.contains { $0.contains("Person.ndjson cannot be read as a whole") }
    )
  }

  // MARK: Mappings

  @Test(arguments: [
    (#"{"classes":{"Person":{"table":"nix"}}}"#, #"has no "nix", which the mapping names"#),
    (#"{"leftOut":["Person"]}"#, #"leaves out "Person", which is the table of class "Person""#),
    (
      #"{"classes":{"Person":{"columns":{"name":"born"}}}}"#,
      #""born" is the column of two properties of class "Person", "born" and "name""#
    ),
  ])
  func `A mapping with which something would not be compared is refused`(
    _ mapping: String,
    _ words: String
  ) throws {
    let folder = try folder(Self.ann)
    let database = try TemporaryFolder()
    let path = database.path + "/clinic.sqlite"
    try SQLiteConnection(path, .creating).execute(
      "CREATE TABLE person (_id INTEGER, name TEXT, born TEXT)"
    )
    for state in [folder.path, path] {
      let message = refusal(state, mapping: mapping)
      #expect(message.replacing("person", with: "Person").contains(words), "\(message)")
    }
  }

  @Test func `A column that two properties share by SQLite's names is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    try SQLiteConnection(path, .creating).execute(
      "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT)"
    )
    let message = refusal(path, mapping: #"{"classes":{"Person":{"columns":{"name":"BORN"}}}}"#)
    #expect(message.contains("is that of two properties"), "\(message)")
  }

  @Test func `A table that a mapping leaves out and is not there is told`() throws {
    let folder = try folder(Self.ann)
    let outcome = try reconcile(folder.path, mapping: #"{"leftOut":["nix"]}"#)
    #expect(
      outcome.balance.notes == [
        #"the mapping leaves out "nix", which \#(folder.path) does not have"#
      ]
    )
  }

  @Test func `A database without a table is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    try Data().write(to: URL(filePath: path))
    #expect(message(path) == "clinic.sqlite is empty: it has no table, and nothing to compare")
  }

  @Test func `A compressed database is refused, and told to be decompressed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite.gz"
    let bytes = SimulatedArchive.gzip(Array("SQLite format 3\0".utf8))
    try Data(bytes).write(to: URL(filePath: path))
    #expect(message(path).contains("decompress it first"), "\(message(path))")
  }

  // MARK: References

  @Test func `A reference to another collection is not a link to the class`() throws {
    let schema = try CaseSchema(
      JSON(
        parsing: #"""
          {"Person": {"primaryKey": "_id", "properties": {"_id": "int", "home": "Home?"}},
          "Home": {"primaryKey": "_id", "properties": {"_id": "int"}}}
          """#
      )
    )
    let trail = SmallTrail(
      #"{"Person":{"insertions":[{"_id":1,"home":5}]},"Home":{"insertions":[{"_id":5}]}}"#
    )
    func found(_ collection: String, mapping: StateMapping = StateMapping()) throws -> [String] {
      let folder = try TemporaryFolder()
      try Data(#"{"_id":1,"home":{"$ref":"\#(collection)","$id":5}}"#.utf8).write(
        to: URL(filePath: folder.path + "/Person.ndjson")
      )
      let homes = "/\(mapping.classes["Home"]?.table ?? "Home").ndjson"
      try Data(#"{"_id":5}"#.utf8).write(to: URL(filePath: folder.path + homes))
      var options = TrailOptions()
      options.schema = schema
      return sentences(
        try Reconciliation(
          of: [NamedInput(.bytes(trail.bytes, name: "t"))],
          with: StateLocation(path: folder.path, mapping: mapping),
          options
        )
      )
    }
    #expect(try found("Home") == [])
    #expect(
      try found("Shed") == [
        #"state-type: Person/1: home is a reference to an object of the collection "Shed", and its type is Home?"#
      ]
    )
    let mapping = try StateMapping(JSON(parsing: #"{"classes":{"Home":{"table":"h"}}}"#), schema)
    #expect(try found("h", mapping: mapping) == [])
  }
}
