import Formats
import Foundation
import JSON
import OrderedCollections
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// Values as cases write them: relaxed MongoDB Extended JSON, with `{"$ref": name}` for objects of the case.
enum ExtendedJSON {
  /// The value that a JSON text stands for.
  ///
  /// Whether it fits its property is the realm's question. `resolve` finds the object of a name.
  static func decode(
    _ json: JSON,
    resolve: (String) throws -> ObjectReference
  ) throws -> Value {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .number(let literal):
      throw StepError.malformed("\(literal) is beyond the numbers of a realm")
    case .string(let value): return .string(value)
    case .array(let elements): return .list(try elements.map { try decode($0, resolve: resolve) })
    case .object(let object):
      if object.count == 1, let (key, content) = object.first, key.utf8.first == UInt8(ascii: "$") {
        if key == "$ref", let name = content.string { return .object(try resolve(name)) }
        guard let value = ExtendedValue(json).flatMap(decode) else {
          throw StepError.malformed("no value: \(json)")
        }
        return value
      }
      var entries = OrderedDictionary<String, Value>(minimumCapacity: object.count)
      for (key, value) in object { entries[key] = try decode(value, resolve: resolve) }
      return .dictionary(entries)
    }
  }

  private static func decode(_ value: ExtendedValue) -> Value? {
    switch value {
    case .integer(let number): .int(number)
    case .double(let number): .double(number)
    case .decimal(let text): Decimal128(text).map(Value.decimal128)
    case .objectId(let text): ObjectId(text).map(Value.objectId)
    case .uuid(let text): UUID(uuidString: text).map(Value.uuid)
    case .date(let date): .date(.init(milliseconds: date.milliseconds))
    case .binary(let text, "00"): Data(base64Encoded: text).map { .data(Array($0)) }
    // Other bytes than data and UUIDs fit into no property.
    case .binary: nil
    }
  }

  /// The text of a value, as a step yields it.
  ///
  /// Embedded objects are written out as they are at this version.
  static func encode(_ value: Value, in snapshot: Snapshot) throws -> JSON {
    switch value {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .float(let value): return encode(Double(value))
    case .double(let value): return encode(value)
    case .string(let value): return .string(value)
    case .data(let value):
      return ["$binary": ["base64": .string(Data(value).base64EncodedString()), "subType": "00"]]
    case .date(let value): return value.extendedJSON
    case .objectId(let value): return ["$oid": .string(value.description)]
    case .uuid(let value): return ["$uuid": .string(value.uuidString.lowercased())]
    case .decimal128(let value): return ["$numberDecimal": .string(value.description)]
    case .list(let elements): return .array(try elements.map { try encode($0, in: snapshot) })
    case .set(let elements): return .array(try elements.map { try encode($0, in: snapshot) })
    case .dictionary(let entries):
      return .object(
        JSONObject(uniqueMembers: try entries.map { ($0.key, try encode($0.value, in: snapshot)) })
      )
    case .object(let reference):
      let table = snapshot.schema.tables[reference.table]
      guard table.isEmbedded, let values = snapshot.values(of: reference) else {
        throw RealmError(
          .typeMismatch,
          "a link to \(table.name) is not a plain value: follow it instead"
        )
      }
      let members = try zip(table.columns, values).map { ($0.name, try encode($1, in: snapshot)) }
      return .object(JSONObject(uniqueMembers: members))
    }
  }

  private static func encode(_ value: Double) -> JSON {
    if value.isNaN { return ["$numberDouble": "NaN"] }
    if value.isInfinite { return ["$numberDouble": value > 0 ? "Infinity" : "-Infinity"] }
    if value == 0 && value.sign == .minus { return ["$numberDouble": "-0.0"] }
    return .double(value)
  }
}
