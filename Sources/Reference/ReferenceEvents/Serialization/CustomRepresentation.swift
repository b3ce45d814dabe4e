package import JSON
public import ReferenceRealm

/// The JSON text that a class gave for one of its objects, checked (REPR).
package struct CustomRepresentation {
  /// What is written: the text as it was given, unless the edition writes it anew.
  package let text: String
  package let json: JSON

  /// Checks a text that a class gave.
  ///
  /// - Throws: an error for text that is not JSON.
  package init(_ text: String, _ edition: Edition = .edition2023) throws {
    let json =
      edition.keepsLastOfRepeatedKeys
      ? try JSON(parsingLastOfEachKey: text) : try JSON(parsing: text)
    self.json = edition.sortsEveryKey ? json.withSortedKeys : json
    self.text = edition.sortsEveryKey ? self.json.text() : text
  }

  /// What the class of an object represents it by; nil if it does not.
  ///
  /// - Throws: `serializationFailed` if that fails, or gives what is not JSON.
  init?(of object: FrozenObject, _ edition: Edition) throws(EventError) {
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
    do { try self.init(text, edition) } catch {
      throw EventError(
        .serializationFailed,
        "the custom event representation of a \(table.name) is not JSON: \(error)"
      )
    }
  }
}

extension JSON {
  /// The same value, with the keys of its objects in the order of their bytes.
  fileprivate var withSortedKeys: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withSortedKeys))
    case .object(let members):
      let sorted = members.map { ($0.key, $0.value.withSortedKeys) }
        .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
      return .object(JSONObject(uniqueMembers: sorted))
    default: return self
    }
  }
}

extension FrozenObject {
  /// The JSON that a property has in an event unless it is represented otherwise, with links as keys.
  ///
  /// - Returns: nil if the class has no such property, or nothing of it is part of an event.
  public func eventJSON(of property: String, _ edition: Edition = .edition2023) -> String? {
    let plan = SerializationPlan(snapshot.schema, pipeline: Pipeline(edition))
    guard let value = value(property),
      let column = snapshot.schema.tables[reference.table].column(property),
      let written = plan.tables[reference.table].properties.first(where: { $0.column == column })
    else { return nil }
    if edition.leavesOut(value, ofMixed: written.isMixed) { return nil }
    var bytes: [UInt8] = []
    var serializer = ObjectSerializer(snapshot: snapshot, plan: plan)
    let link = LinkPath(parent: reference, column: written.column)
    guard (try? serializer.write(value, through: link, into: &bytes)) != nil else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
