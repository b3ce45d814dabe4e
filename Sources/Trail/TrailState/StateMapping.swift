package import Formats
package import JSON
package import TrailReading

/// How a database names what a schema names otherwise: tables, columns, and what its dates count.
///
/// ```json
/// {"classes": {"Person": {"table": "people", "columns": {"name": "full_name", "photo": null}, "dates": "seconds"}},
///  "leftOut": ["grdb_migrations"]}
/// ```
package struct StateMapping: Sendable {
  /// What the numbers of a column of dates count.
  package enum DateUnit: String, Sendable, CaseIterable {
    case seconds, milliseconds, microseconds
    /// As Core Data and SwiftData store them.
    case secondsSince2001
  }

  /// What is named otherwise of a class.
  package struct Class: Sendable {
    /// The table, or the name of the file before its extension; nil if it is that of the class.
    package var table: String?
    /// The columns of properties; nil where a property is left out.
    package var columns: ByteDictionary<String?> = [:]
    /// What numbers of dates count; nil for milliseconds in integers and seconds in others.
    package var dates: DateUnit?

    /// A class whose names are those of the schema.
    package init() {}
  }

  /// By the names of the schema.
  package var classes: ByteDictionary<Class> = [:]
  /// The tables that are not spoken of.
  package var leftOut: Set<String> = []

  /// Names as the schema has them.
  package init() {}

  /// Reads a mapping, and refuses what the schema does not have.
  package init(_ json: JSON, _ schema: CaseSchema) throws(JSONFault) {
    let node = JSONNode(json, of: "a mapping")
    for (key, place) in try node.members() where !["classes", "leftOut"].contains(key) {
      throw place.fault("a mapping has no \(key.quoted), only \"classes\", \"leftOut\"")
    }
    for name in try node.optional("leftOut")?.elements() ?? [] { leftOut.insert(try name.string()) }
    for (name, place) in try node.optional("classes")?.members() ?? [] {
      guard let known = schema.classes[name] else {
        throw place.fault("the schema has no class \(name.quoted)")
      }
      let mapping = try Self.read(place, name, known)
      classes[name] = mapping
      var properties = ByteDictionary<String>()
      for property in known.properties.keys.sorted() {
        guard let column = column(of: property, in: name) else { continue }
        if let other = properties[column] {
          throw place.fault(
            "\(column.quoted) is the column of two properties of class \(name.quoted), \(other.quoted) and \(property.quoted)"
          )
        }
        properties[column] = property
      }
    }
  }

  private static func read(
    _ node: JSONNode,
    _ name: String,
    _ known: CaseSchema.Class
  ) throws(JSONFault) -> Class {
    for (key, place) in try node.members() where !["table", "columns", "dates"].contains(key) {
      throw place.fault(
        "the mapping of a class has no \(key.quoted), only \"table\", \"columns\", \"dates\""
      )
    }
    var mapping = Class()
    mapping.table = try node.optional("table")?.string()
    if let place = node.optional("dates") {
      guard let unit = DateUnit(rawValue: try place.string()) else {
        throw place.fault(
          "\"dates\" is \(DateUnit.allCases.map(\.rawValue.quoted).joined(separator: ", "))"
        )
      }
      mapping.dates = unit
    }
    for (property, place) in try node.optional("columns")?.members() ?? [] {
      guard known.properties[property] != nil else {
        throw place.fault("class \(name.quoted) has no property \(property.quoted)")
      }
      if case .null = place.json, property.equalsByBytes(known.primaryKey ?? "") {
        throw place.fault("the primary key \(property.quoted) cannot be left out")
      }
      if case .null = place.json {
        mapping.columns[property] = .some(nil)
      } else {
        mapping.columns[property] = .some(try place.string())
      }
    }
    return mapping
  }

  /// The table of a class.
  func table(of name: String) -> String { classes[name]?.table ?? name }

  /// The column of a property; nil if it is left out.
  func column(of property: String, in name: String) -> String? {
    if let column = classes[name]?.columns[property] { return column }
    return property
  }
}
