package import JSON
public import ReferenceRealm

/// The JSON text that a class gave for one of its objects, checked (REPR).
package struct CustomRepresentation {
  package let text: String
  package let json: JSON

  /// - Throws: an error for text that is not JSON.
  package init(_ text: String) throws {
    self.text = text
    json = try JSON(parsing: text)
  }

  /// What the class of an object represents it by; nil if it does not.
  ///
  /// - Throws: `serializationFailed` if that fails, or gives what is not JSON.
  init?(of object: FrozenObject) throws(EventError) {
    let table = object.snapshot.schema.tables[object.reference.table]
    guard let represent = table.customEventRepresentation else { return nil }
    let given: String?
    do { given = try represent(object) } catch {
      throw EventError(
        .serializationFailed,
        "the custom event representation of a \(table.name) failed: \(error)"
      )
    }
    guard let text = given else { return nil }
    do { try self.init(text) } catch {
      throw EventError(
        .serializationFailed,
        "the custom event representation of a \(table.name) is not JSON: \(error)"
      )
    }
  }
}

extension FrozenObject {
  /// The JSON that a property has in an event of edition 2023 unless it is represented otherwise, with links as keys.
  ///
  /// - Returns: nil if the class has no such property, or nothing of it is part of an event.
  public func eventJSON(of property: String) -> String? {
    let plan = SerializationPlan(snapshot.schema, pipeline: Pipeline(.edition2023))
    guard let value = value(property),
      let column = snapshot.schema.tables[reference.table].column(property),
      let written = plan.tables[reference.table].properties.first(where: { $0.column == column })
    else { return nil }
    if case .data = value { return nil }
    var bytes: [UInt8] = []
    var serializer = ObjectSerializer(snapshot: snapshot, plan: plan)
    let link = LinkPath(parent: reference, column: written.column)
    guard (try? serializer.write(value, through: link, into: &bytes)) != nil else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
