import Formats
import JSON
import TrailReading

extension StateMapping {
  /// Refuses a mapping that names tables which a database does not have, or leaves out those that are compared: what was not
  /// looked at would read as accounted for.
  ///
  /// Returns what has to be known of the tables that it leaves out.
  func notes(
    on tables: Set<String>,
    _ present: Set<Int>,
    _ schema: StateSchema,
    _ name: String,
    areSame: (String, String) -> Bool = { $0.equalsByBytes($1) }
  ) throws(TrailError) -> [String] {
    for (number, known) in schema.classes.enumerated() where known.isCompared {
      guard let table = classes[known.name]?.table, !present.contains(number) else { continue }
      throw TrailError(
        "\(name) has no \(table.quoted), which the mapping names as the table of class \(known.name.quoted)"
          + Self.list(tables)
      )
    }
    for number in present.sorted() {
      let known = schema.classes[number]
      let table = self.table(of: known.name)
      guard leftOut.contains(where: { areSame($0, table) }) else { continue }
      throw TrailError(
        "the mapping leaves out \(table.quoted), which is the table of class \(known.name.quoted): only tables that belong to no class can be left out"
      )
    }
    return leftOut.sorted().filter { left in !tables.contains { areSame($0, left) } }.map {
      "the mapping leaves out \($0.quoted), which \(name) does not have"
    }
  }

  private static func list(_ tables: Set<String>) -> String {
    tables.isEmpty
      ? "" : ": it has \(tables.sorted().prefix(20).map(\.quoted).joined(separator: ", "))"
  }
}
