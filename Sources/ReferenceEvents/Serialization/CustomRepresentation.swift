import JSON
public import ReferenceRealm

/// The JSON text that a class gave for one of its objects, checked (REPR).
struct CustomRepresentation {
  let text: String
  let json: JSON
}

extension FrozenObject {
  /// The JSON that a property has in an event of edition 2023 unless it is represented otherwise, with links as keys.
  ///
  /// - Returns: nil if the class has no such property, or nothing of it is part of an event.
  public func eventJSON(of property: String) -> String? {
    let plan = SerializationPlan(snapshot.schema, edition: .edition2023)
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

extension ObjectSerializer {
  /// What the class of an object represents it by; nil if it does not.
  ///
  /// - Throws: `serializationFailed` if that fails, or gives what is no JSON.
  func representation(of object: ObjectReference) throws(EventError) -> CustomRepresentation? {
    guard usesRepresentations, plan.tables[object.table].isRepresented else { return nil }
    let table = snapshot.schema.tables[object.table]
    let rules = plan.edition.representation
    let counts =
      path.isEmpty || (table.isEmbedded ? rules.countsInEmbeddedObjects : rules.countsInLinks)
    guard counts, let represent = table.customEventRepresentation else {
      return nil
    }
    let given: String?
    do {
      given = try represent(FrozenObject(snapshot: snapshot, reference: object))
    } catch {
      if !rules.failsIfThrown { return nil }
      throw EventError(
        .serializationFailed,
        "the custom event representation of a \(table.name) failed: \(error)"
      )
    }
    guard let text = given else {
      return rules.writesNothingAsNull ? CustomRepresentation(text: "null", json: .null) : nil
    }
    do {
      let json = try JSON(parsing: text)
      if json.object != nil || !rules.acceptsOnlyObjects {
        return CustomRepresentation(text: text, json: json)
      }
    } catch {
      switch rules.invalidText {
      case .isIgnored: return nil
      case .isQuoted:
        return CustomRepresentation(text: JSON.string(text).text(), json: .string(text))
      case .fails:
        throw EventError(
          .serializationFailed,
          "the custom event representation of a \(table.name) is no JSON: \(error)"
        )
      }
    }
    throw EventError(
      .serializationFailed,
      "the custom event representation of a \(table.name) is no object"
    )
  }
}
