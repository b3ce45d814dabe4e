import JSON
package import ReferenceRealm

/// What is the same for every object of a class when it is written: which properties, in which order (that of
/// their names' bytes), and the literals of their names.
///
/// An object, since every serializer of every scope of a realm shares it.
package final class SerializationPlan: Sendable {
  /// As little as the writing of one value needs, for it is copied with each.
  struct Property: Sendable {
    let column: Int
    /// Whether it holds one value of any type.
    let isMixed: Bool
    /// Whether its objects are embedded.
    let isEmbedded: Bool
    /// The name as a JSON literal with the colon.
    let label: [UInt8]
  }

  struct Table: Sendable {
    let properties: [Property]
    let isEmbedded: Bool
    /// Whether an object of the class is written as null.
    let isNull: Bool
    /// Whether the class has a text of its own for its objects.
    let isRepresented: Bool
    let nameLiteral: [UInt8]
  }

  package let schema: Schema
  let tables: [Table]
  package let pipeline: Pipeline
  let edition: Edition

  package init(_ schema: Schema, pipeline: Pipeline) {
    let edition = pipeline.edition
    self.schema = schema
    self.pipeline = pipeline
    self.edition = edition
    tables = schema.tables.map { table in
      // Binary data is not part of an event, alone or in a collection (SERIAL-13, SERIAL-14).
      let columns = table.columns.filter {
        edition.writesNullForData || $0.type.element != .data
      }
      let sorted = columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      return Table(
        properties: sorted.map { column in
          Property(
            column: column.index,
            isMixed: column.isMixed,
            isEmbedded: column.isEmbedded,
            label: Self.literal(column.name) + [UInt8(ascii: ":")]
          )
        },
        isEmbedded: table.isEmbedded,
        isNull: edition.writesAsNull(table),
        isRepresented: table.customEventRepresentation != nil,
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
