import Foundation
import JSON
import OrderedCollections
import ReferenceRealm

extension ObjectInPayload {
  /// Writes null for links that lead back to an object around them.
  mutating func writeNullForCircles() {
    let around = around
    func written(_ json: JSON, _ value: Value) -> JSON {
      switch (value, json) {
      case (.object(let target), _): around.contains(target) ? .null : json
      case (.list(let values), .array(let elements)): .array(zip(elements, values).map(written))
      case (.dictionary(let values), .object(let members)):
        .object(
          JSONObject(uniqueMembers: members.map { ($0, written($1, values[$0] ?? .null)) })
        )
      default: json
      }
    }
    for (column, value) in values {
      members[column.name] = members[column.name].map { written($0, value) }
    }
  }

  /// Writes null for data in mixed properties, where the reference writes nothing.
  mutating func writeNullForDataInMixed() {
    for (column, value) in values {
      if case .data = value, column.type.element == .mixed { members[column.name] = .null }
    }
  }

  /// Writes data as base64, where the reference writes nothing or null.
  mutating func writeData() {
    for (column, value) in values where !column.isEmbedded {
      let json = members[column.name] ?? (column.type.element == .data ? .null : nil)
      members[column.name] = Self.writingData(json, value)
    }
  }

  private static func writingData(_ json: JSON?, _ value: Value) -> JSON? {
    switch value {
    case .data(let bytes): return .string(Data(bytes).base64EncodedString())
    case .list(let values):
      let elements = json?.array
      return .array(values.indices.map { writingData(elements?[$0], values[$0]) ?? .null })
    case .set(let values):
      var others = (json?.array ?? [])[...]
      return .array(
        values.map { value in
          if case .data = value { writingData(nil, value) ?? .null } else { others.removeFirst() }
        }
      )
    case .dictionary(let values):
      let entries = values.compactMap { key, value in
        writingData(json?[key], value).map { (key, $0) }
      }
      return .object(JSONObject(uniqueMembers: entries))
    default: return json
    }
  }
}

extension FrozenObject {
  /// Its class.
  var table: Schema.Table { snapshot.schema.tables[reference.table] }

  /// What its class gives for it, unchecked.
  func ownText() throws -> String? { try table.customEventRepresentation?(self) }

  /// What its class gives for it, if that is not JSON.
  var invalidText: String? {
    guard let text = try? ownText(), (try? JSON(parsing: text)) == nil else { return nil }
    return text
  }
}

extension Snapshot {
  /// The object that an embedded one lives in, at any depth; any other object itself.
  func outermost(around object: ObjectReference) -> ObjectReference {
    guard schema.tables[object.table].isEmbedded else { return object }
    for table in schema.tables {
      for key in keys(of: table.index) {
        let candidate = ObjectReference(table: table.index, key: key)
        var isHolder = false
        for value in values(of: candidate) ?? [] {
          value.forEachReference { isHolder = isHolder || $0 == object }
        }
        if isHolder { return outermost(around: candidate) }
      }
    }
    return object
  }
}
