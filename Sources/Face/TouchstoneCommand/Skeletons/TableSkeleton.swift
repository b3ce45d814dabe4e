import Foundation
import TouchstoneReports
import Formats
import JSON
import Pages
import Touchstone
import TouchstoneCaseFiles

/// An adapter for tables that are there already: what maps steps onto them is written, and the calls of the recorder are
/// to be filled in.
enum TableSkeleton {
  /// What is particular to a language.
  struct Language {
    /// The files that it has from the skeleton for any schema.
    var shared: Set<String>
    /// Where the tables are.
    var path: String
    /// The tables in it.
    var tables: @Sendable (ProgramSchema) -> String
  }

  /// The languages there are such adapters for.
  static var languages: [String] { known.keys.sorted() }

  private static let root = "Examples/table-skeletons/"
  private static let known = ["python": python, "swift": swift]

  /// The files of an adapter for these tables.
  static func files(language: String, schema path: String) throws -> [Skeleton.File] {
    guard let made = known[language] else {
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
    let common = try Skeleton(language: language).files.filter { made.shared.contains($0.path) }
    let tables = [
      Skeleton.File(path: "schema.json", text: schema.json.text(.pretty) + "\n"),
      Skeleton.File(path: made.path, text: made.tables(schema)),
    ]
    return (own + common + tables).sorted { $0.path < $1.path }
  }

  private static func check(_ schema: ProgramSchema, in path: String) throws(OutputError) {
    for definition in schema.classes {
      let name = definition.name
      guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else {
        throw OutputError(
          "\(path): \(name.quoted) cannot name a class of the skeleton, which has letters of ASCII, digits and _ only"
        )
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
}
