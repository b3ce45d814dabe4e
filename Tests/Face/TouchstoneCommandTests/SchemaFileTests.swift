import Formats
import Foundation
import JSON
import Testing
import TrailReading

@testable import TouchstoneCommand

/// Mistakes in a schema are told with the file and the line.
struct SchemaFileTests {
  private func write(_ text: String, to path: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func refusal(_ path: String) -> String? {
    do {
      _ = try SchemaFile.read(path)
      return nil
    } catch { return "\(error)" }
  }

  private let person = #"{"title": "Person", "bsonType": "object", "properties": {"#

  @Test func `A mistake has its line, whatever the form of the schema`() throws {
    try Scratch.withFolder { folder in
      let path = folder + "/s.json"
      let texts: [(String, String)] = [
        ("{\"A\": {\"properties\": {\n  \"a\": \"strng\"}}}", "2:8: A.properties.a: "),
        ("{\"A\": {\"properties\": {\n  \"a\": \"int\",}}}", "2:14: "),
        ("{\"schema\": {\"A\":\n {}}}", "2:2: schema.A: the class \"A\" has no object"),
        (person + "\n\"a\": {\"bsonType\": \"itn\"}}}", "2:19: properties.a.bsonType: "),
        ("[\(person)}},\n\(person)}}]", "2:1: [1]: there are two schemas"),
        // One behind the other, as `cat` puts files together.
        (
          "{\n\"title\": \"A\", \"properties\": {}}\n\(person)\n\"a\": {\"bsonType\": \"itn\"}}}",
          "4:19: "
        ),
      ]
      for (text, start) in texts {
        try write(text, to: path)
        let found = try #require(refusal(path))
        #expect(found.hasPrefix("\(path):\(start)"), "\(found)")
      }
      #expect(refusal(folder + "/none.json") != nil)
    }
  }

  @Test func `The folder of an app has a schema for each collection, and links between them`()
    throws
  {
    try Scratch.withFolder { folder in
      let app = folder + "/my app/data_sources/db"
      #expect(refusal(folder)?.contains("is a folder without schema.json") ?? false)
      try write(
        person + "\"_id\": {\"bsonType\": \"int\"},\n \"office\": {\"bsonType\": \"int\"}}}",
        to: app + "/people/schema.json"
      )
      try write(
        "{\"office\": {\"ref\": \"#/relationship/m/db/offices\", \"foreign_key\": \"_id\"}}",
        to: app + "/people/relationships.json"
      )
      try write(
        "{\"title\": \"Office\", \"properties\": {\"_id\": {\"bsonType\": \"int\"}}}",
        to: app + "/offices/schema.json"
      )
      let schema = try SchemaFile.read(folder)
      #expect(Set(schema.classes.keys) == ["Person", "Office"])
      #expect(schema.classes["Person"]?.properties["office"]?.base == "Office")
      try write(person + "\n\"a\": {\"bsonType\": \"itn\"}}}", to: app + "/offices/schema.json")
      #expect(
        refusal(folder)?.hasPrefix("\(folder)/my app/data_sources/db/offices/schema.json:2:19: ")
          ?? false
      )
    }
  }

  @Test func `A schema that was inferred is read as it is`() throws {
    try Scratch.withFolder { folder in
      let path = folder + "/inferred.json"
      try write(#"{"schema": {"A": {"properties": {"a": "int"}}}, "unsure": ["A.a"]}"#, to: path)
      #expect(try SchemaFile.read(path).classes.keys == ["A"])
    }
  }
}
