import Foundation
import JSON
import OrderedCollections
import ReferenceRealm

extension Value {
  /// The value with base64 in place of data.
  var withDataAsText: Value {
    switch self {
    case .data(let bytes): .string(Data(bytes).base64EncodedString())
    case .list(let elements): .list(elements.map(\.withDataAsText))
    case .set(let elements): .set(OrderedSet(elements.map(\.withDataAsText)))
    case .dictionary(let entries): .dictionary(entries.mapValues(\.withDataAsText))
    default: self
    }
  }

  /// Whether it is data and no collection of it.
  var isData: Bool { if case .data = self { true } else { false } }
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
  /// The version with other values.
  func mapValues(_ body: (Schema.Column, Value) -> Value) -> Snapshot {
    var snapshot = self
    for table in schema.tables {
      for object in keys(of: table.index).map({ ObjectReference(table: table.index, key: $0) }) {
        for (column, value) in zip(table.columns, values(of: object) ?? []) {
          let replacement = body(column, value)
          if replacement != value {
            _ = snapshot.set(object, column: column.index, to: replacement)
          }
        }
      }
    }
    return snapshot
  }

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
