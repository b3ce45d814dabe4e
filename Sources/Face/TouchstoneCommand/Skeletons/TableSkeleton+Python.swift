import JSON
import Touchstone

extension TableSkeleton {
  /// A class for each table.
  static let python = Language(
    shared: ["adapter.py", "lossless_json.py"],
    path: "tables.py",
    tables: PythonTables.module
  )
}

private enum PythonTables {
  static func module(_ schema: ProgramSchema) -> String {
    let classes = schema.classes.map(table).joined(separator: "\n\n")
    let names = schema.classes.map { "\"\($0.name)\": \($0.name)Table()" }.joined(separator: ", ")
    return """
      \"""Your tables, one class each: fill in what is marked with ADD HERE.

      Values are those of Python: a date is a `datetime`, data are `bytes`, a decimal is a `Decimal`, a UUID is a `UUID`, an
      object id is a text of 24 digits, and a link is the primary key of the row that it points to.
      \"""

      import json
      import pathlib

      from unsupported import Unsupported

      SCHEMA = json.loads((pathlib.Path(__file__).parent / "schema.json").read_text("utf-8"))


      \(classes)

      TABLES = {\(names)}

      """
  }

  private static func table(_ definition: ProgramSchema.Class) -> String {
    let name = definition.name
    let columns = definition.properties.map { property in
      "\n        \(JSON.string(property.name).text()): \(property.text.text()),"
    }
    let key = JSON.string(definition.primaryKey ?? "").text()
    return """
      class \(name)Table:
          \"""The rows of \(name).\"""

          KEY = \(key)
          COLUMNS = {\(columns.joined())
          }

          def insert(self, values):
              \"""A new row; `values` has every column, None where there is no value.\"""
              raise Unsupported("ADD HERE: insert into \(name)")

          def update(self, key, column, value):
              raise Unsupported("ADD HERE: update \(name)")

          def delete(self, key):
              raise Unsupported("ADD HERE: delete from \(name)")

          def delete_all(self):
              raise Unsupported("ADD HERE: delete everything from \(name)")

          def get(self, key):
              \"""Looks a row up, as your application does; whether it is there.\"""
              raise Unsupported("ADD HERE: look up in \(name)")

          def find(self, where, sort):
              \"""The keys of the rows that match a filter of chapter "Filters and sorting".\"""
              raise Unsupported("ADD HERE: query \(name)")

          def follow(self, key, column):
              \"""Reads the row that a foreign key points to; its key, or None.\"""
              raise Unsupported("ADD HERE: follow a link of \(name)")

          def value(self, key, column):
              raise Unsupported("ADD HERE: a value of \(name)")

      """
  }
}
