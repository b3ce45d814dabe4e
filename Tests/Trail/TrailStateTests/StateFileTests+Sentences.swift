import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// What a finding says: who did what, and which values differ.
extension StateFileTests {
  @Test func `A finding names who did it, under which activity, and where`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (1, 'Bob', '2001-01-01 00:00:01')"
    )
    let outcome = try reconcile(path)
    let finding = try #require(
      outcome.findings.kinds.flatMap { outcome.findings.examples(of: $0) }.first
    )
    #expect(
      finding.sentence
        == #"Person/1: event 660000000000000000000001 at 2024-01-01T00:00:01.000Z left name = "Ann", and the database has "Bob""#
    )
    #expect(finding.position == TrailPosition(file: "trail.ndjson", document: 1))
    #expect(finding.related.map(\.statement) == [#"left name = "Ann""#])
    #expect(
      finding.related.map { $0.event?.grounds } == [#"write under "visit" by username=jane"#]
    )
    #expect(finding.event == finding.related.first?.event)
  }

  /// An event may show several objects, and one key may begin as another one does.
  @Test(arguments: [(1, 12), (12, 1)])
  func `A finding has the value of its object, and not that of another one in the event`(
    first: Int,
    second: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      """
      CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT);
      INSERT INTO Person VALUES (1, 'Bob', NULL), (12, 'name 12', NULL)
      """
    )
    let objects = [first, second].map { #"{"_id":\#($0),"born":null,"name":"name \#($0)"}"# }
    let trail = SmallTrail(#"{"Person":{"insertions":[\#(objects.joined(separator: ","))]}}"#)
    #expect(
      sentences(try reconcile(path, trail: trail)) == [
        #"state-differs: Person/1: event 660000000000000000000001 at 2024-01-01T00:00:01.000Z left name = "name 1", and the database has "Bob""#
      ]
    )
  }

  @Test func `An empty key is named`() throws {
    let folder = try TemporaryFolder()
    try Data(#"{"_id":"","name":"Bob"}"#.utf8)
      .write(to: URL(filePath: folder.path + "/Person.ndjson"))
    var options = TrailOptions()
    options.schema = try CaseSchema([
      "Person": ["primaryKey": "_id", "properties": ["_id": "string", "name": "string"]]
    ])
    let trail = SmallTrail(#"{"Person":{"insertions":[{"_id":"","name":"Ann"}]}}"#)
    let outcome = try Reconciliation(
      of: [NamedInput(.bytes(trail.bytes, name: "trail.ndjson"))],
      with: StateLocation(path: folder.path),
      options
    )
    #expect(
      sentences(outcome) == [
        #"state-differs: Person/"": event 660000000000000000000001 at 2024-01-01T00:00:01.000Z left name = "Ann", and the database has "Bob""#
      ]
    )
  }
}
