import JSON
import ReferenceRealm

/// What is the same for every object of a class when it is written: which properties, in which order (that of
/// their names' bytes), and the literals of their names.
struct SerializationPlan: Sendable {
  struct Property: Sendable {
    let column: Int
    let definition: Schema.Column
    /// The name as a JSON literal with the colon.
    let label: [UInt8]
  }

  struct Table: Sendable {
    let properties: [Property]
    let nameLiteral: [UInt8]
  }

  let tables: [Table]
  let edition: Edition

  init(_ schema: Schema, edition: Edition) {
    self.edition = edition
    tables = schema.tables.map { table in
      // Binary data is no part of an event, alone or in a collection (SERIAL-13, SERIAL-14).
      let columns = table.columns.enumerated().filter {
        edition.writesNullForData || edition.serialization.writesDataAsBase64
          || $0.element.type.element != .data
      }
      let sorted = columns.sorted {
        $0.element.name.utf8.lexicographicallyPrecedes($1.element.name.utf8)
      }
      return Table(
        properties: sorted.map { column, definition in
          Property(
            column: column,
            definition: definition,
            label: Self.literal(definition.name) + [UInt8(ascii: ":")]
          )
        },
        nameLiteral: Self.literal(table.name)
      )
    }
  }

  private static func literal(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.writeString(text, into: &bytes)
    return bytes
  }
}
