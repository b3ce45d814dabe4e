import Foundation
import Testing

@testable import TouchstoneCommand

struct TableSkeletonTests {
  private let tables = """
    {"Ward": {"primaryKey": "_id", "properties": {"_id": "string", "beds": "int"}},
     "Patient": {"primaryKey": "_id", "properties": {"_id": "int", "ward": "Ward?"}}}
    """

  private func skeleton(_ schema: String, language: String = "python") throws -> [String: String] {
    try Scratch.withFolder { folder in
      let path = folder + "/schema.json"
      try schema.write(toFile: path, atomically: true, encoding: .utf8)
      let files = try Skeleton(language: language, schema: path).files
      return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
    }
  }

  @Test func `Each table has a class with its columns and what is to be filled in`() throws {
    let files = try skeleton(tables)
    #expect(
      files.keys.sorted() == [
        "README.md", "adapter.py", "lossless_json.py", "recorder.py", "schema.json", "steps.py",
        "tables.py", "unsupported.py",
      ]
    )
    let text = try #require(files["tables.py"])
    #expect(text.contains("class WardTable:"))
    #expect(text.contains("        \"ward\": \"Ward?\","))
    #expect(text.contains("raise Unsupported(\"ADD HERE: insert into Patient\")"))
    #expect(text.contains("TABLES = {\"Ward\": WardTable(), \"Patient\": PatientTable()}"))
  }

  @Test func `In Swift, each table has a type, and names are quoted as Swift wants it`() throws {
    let files = try skeleton(
      #"{"Ward": {"primaryKey": "_id", "properties": {"_id": "string", "a\"b\\(c)": "int?"}}}"#,
      language: "swift"
    )
    #expect(
      files.keys.sorted() == [
        "Package.swift", "README.md", "Sources/Adapter/Adapter.swift", "Sources/Adapter/Cell.swift",
        "Sources/Adapter/ObjectId.swift", "Sources/Adapter/Outcomes.swift",
        "Sources/Adapter/Recorder.swift", "Sources/Adapter/Steps.swift",
        "Sources/Adapter/Tables.swift", "Sources/Adapter/Value.swift", "Sources/Adapter/main.swift",
        "schema.json",
      ]
    )
    let text = try #require(files["Sources/Adapter/Tables.swift"])
    #expect(text.contains("struct WardTable: Table {"))
    #expect(text.contains("    WardTable(recorder: recorder),"))
    #expect(text.contains(#"    "a\"b\\(c)": "int?","#))
    #expect(text.contains("ADD HERE: insert into Ward"))
  }

  @Test(arguments: [
    (
      #"{"A b": {"primaryKey": "_id", "properties": {"_id": "int"}}}"#,
      "cannot name a class of the skeleton"
    ),
    (#"{"A": {"properties": {"n": "int"}}}"#, "a table has a primary key"),
    (
      #"{"A": {"primaryKey": "_id", "properties": {"_id": "int", "tags": "list<int>"}}}"#,
      "has something of \"lists\""
    ),
    ("{}", "has no class"), ("[]", "a schema is an object of classes"),
    (
      #"{"A": {"primaryKey": "_id", "properties": {"_id": "int", "to": "B?"}}}"#,
      "\"B\" is neither a type nor a class of this schema"
    ),
  ])
  func `What no table is like is refused`(_ schema: String, _ words: String) {
    #expect { try skeleton(schema) } throws: { "\($0)".contains(words) }
  }

  @Test func `A class may be called like a word of the language`() throws {
    let files = try skeleton(
      #"{"class": {"primaryKey": "_id", "properties": {"_id": "int"}}}"#
    )
    #expect(try #require(files["tables.py"]).contains("\nclass classTable:\n"))
  }

  @Test func `What infers a schema may be given as it is`() throws {
    let plain = try skeleton(tables)
    let inferred = try skeleton(#"{"schema": \#(tables), "unsure": ["Ward.beds"]}"#)
    #expect(inferred == plain)
    #expect { try skeleton(#"{"schema": {"A": {"primaryKey": "x", "properties": {}}}}"#) } throws: {
      "\($0)".contains("schema.json:1:")
    }
    // A class may have that name.
    let named = try skeleton(
      #"{"schema": {"primaryKey": "_id", "properties": {"_id": "int"}}}"#
    )
    #expect(try #require(named["tables.py"]).contains("class schemaTable:"))
  }

  @Test func `A language without such a skeleton is refused`() {
    #expect { try skeleton(tables, language: "go") } throws: {
      "\($0)".contains("python, swift, not for")
    }
  }
}
