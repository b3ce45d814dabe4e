import Formats
import Foundation
import JSON
import Touchstone
import TouchstoneReports

/// An adapter for tables that are there already: what maps steps onto them is written, and the calls of the recorder are
/// to be filled in.
enum TableSkeleton {
  /// The languages there are such adapters for.
  static let languages = ["python"]

  private static let root = "Examples/table-skeletons/"
  /// The files that it has from the skeleton for any schema.
  private static let shared = ["adapter.py", "lossless_json.py"]

  /// The files of an adapter for these tables.
  static func files(language: String, schema path: String) throws -> [Skeleton.File] {
    guard languages.contains(language) else {
      throw OutputError(
        "with --schema there is a skeleton for \(languages.joined(separator: ", ")), not for \(language.quoted)"
      )
    }
    let schema = try ProgramSchema(file: path)
    try check(schema, in: path)
    let folder = root + language + "/"
    let own = embeddedFiles.filter { $0.path.hasPrefix(folder) }.map {
      Skeleton.File(path: String($0.path.dropFirst(folder.count)), text: $0.text)
    }
    let common = try Skeleton(language: language).files.filter { shared.contains($0.path) }
    let made = [
      Skeleton.File(path: "schema.json", text: schema.json.text(.pretty) + "\n"),
      Skeleton.File(path: "tables.py", text: python(schema)),
    ]
    return (own + common + made).sorted { $0.path < $1.path }
  }

  private static func check(_ schema: ProgramSchema, in path: String) throws(OutputError) {
    for definition in schema.classes {
      let name = definition.name
      guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else {
        throw OutputError("\(path): \(name.quoted) is not a name that Python has for a class")
      }
      if definition.primaryKey == nil {
        throw OutputError("\(path): a table has a primary key, and \(name.quoted) has none")
      }
      let features = definition.properties.flatMap(schema.features(of:))
      if let other = features.first(where: { $0 != .links }) {
        throw OutputError(
          "\(path): a column holds a plain value or a foreign key, and \(name.quoted) has something of \(other.rawValue.quoted)"
        )
      }
    }
    if schema.classes.isEmpty { throw OutputError("\(path) has no class") }
  }

  private static func python(_ schema: ProgramSchema) -> String {
    let classes = schema.classes.map(python).joined(separator: "\n\n")
    let names = schema.classes.map { "\"\($0.name)\": \($0.name)()" }.joined(separator: ", ")
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

  private static func python(_ definition: ProgramSchema.Class) -> String {
    let name = definition.name
    let columns = definition.properties.map { property in
      "\n        \(JSON.string(property.name).text()): \(property.text.text()),"
    }
    let key = JSON.string(definition.primaryKey ?? "").text()
    return """
      class \(name):
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
