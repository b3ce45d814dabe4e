import JSON
import Touchstone

extension TableSkeleton {
  /// A type for each table.
  static let swift = Language(
    shared: [
      "Package.swift", "Sources/Adapter/Adapter.swift", "Sources/Adapter/ObjectId.swift",
      "Sources/Adapter/Outcomes.swift", "Sources/Adapter/Value.swift", "Sources/Adapter/main.swift",
    ],
    path: "Sources/Adapter/Tables.swift",
    tables: SwiftTables.file
  )
}

private enum SwiftTables {
  static func file(_ schema: ProgramSchema) -> String {
    let names = schema.classes.map { "\($0.name)Table(recorder: recorder)" }
    return """
      // Your tables, one type each: fill in what is marked with ADD HERE.

      /// The tables of a recorder.
      func makeTables(_ recorder: Recorder) -> [any Table] {
        [
          \(names.joined(separator: ",\n    ")),
        ]
      }

      /// What cases call them.
      let tablesAsSchema = #\"""
      \(indented(schema.json.text(.pretty)))
        \"""#

      \(schema.classes.map(table).joined(separator: "\n\n"))

      """
  }

  private static func table(_ definition: ProgramSchema.Class) -> String {
    let name = definition.name
    let columns = definition.properties.map { property in
      "\n    \(literal(property.name)): \(literal(property.text.string ?? property.text.text())),"
    }
    func todo(_ words: String) -> String { #"throw Unsupported(reason: "ADD HERE: \#(words)")"# }
    return """
      /// The rows of \(name).
      struct \(name)Table: Table {
        let name = "\(name)"
        let key = \(literal(definition.primaryKey ?? ""))
        let columns = [\(columns.joined())
        ]
        let recorder: Recorder

        /// A new row; `row` has every column, `.null` where there is no value.
        func insert(_ row: [String: Cell]) throws { \(todo("insert into \(name)")) }

        func update(_ key: Cell, _ column: String, _ value: Cell) throws { \(todo("update \(name)")) }

        func delete(_ key: Cell) throws { \(todo("delete from \(name)")) }

        func deleteAll() throws { \(todo("delete everything from \(name)")) }

        /// Looks a row up, as your application does; whether it is there.
        func get(_ key: Cell) throws -> Bool { \(todo("look up in \(name)")) }

        /// The keys of the rows that match a filter of chapter "Filters and sorting".
        func find(where filter: Value, sort: [Value]) throws -> [Cell] { \(todo("query \(name)")) }

        /// Reads the row that a foreign key points to; its key, or nil.
        func follow(_ key: Cell, _ column: String) throws -> Cell? { \(todo("follow a link of \(name)")) }

        func value(_ key: Cell, _ column: String) throws -> Cell { \(todo("a value of \(name)")) }
      }
      """
  }

  private static func literal(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\u{0}"..<"\u{20}": "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }

  /// The lines of a text within a literal that ends in the same column.
  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
  }
}
