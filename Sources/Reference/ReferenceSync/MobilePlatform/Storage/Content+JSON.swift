import Foundation
import JSON
import OrderedCollections
import ReferenceRealm

/// How a value is written to the file of a realm: plainly where JSON has a form for it, otherwise as an object with the
/// kind as its only key.
extension Content {
  var json: JSON {
    switch self {
    case .plain(let value): return value.storedJSON
    case .link(let id): return ["link": id.json]
    case .embedded(let table, let contents):
      return ["embedded": [.int(Int64(table)), .array(contents.map(\.json))]]
    case .list(let elements): return ["objects": .array(elements.map(\.json))]
    case .set(let elements): return ["objectSet": .array(elements.map(\.json))]
    case .dictionary(let entries):
      return ["objectMap": .object(JSONObject(uniqueMembers: entries.map { ($0, $1.json) }))]
    }
  }

  /// - Throws: `DamagedFile` for what was not written by `json`.
  init(_ json: JSON) throws(DamagedFile) {
    guard case .object(let object) = json, object.count == 1, let (kind, value) = object.first
    else {
      self = .plain(try Value(stored: json))
      return
    }
    switch kind {
    case "link": self = .link(try DocumentID(value))
    case "embedded":
      guard let table = value[0]?.int, let contents = value[1]?.array else { throw DamagedFile() }
      self = .embedded(table: Int(table), try contents.map(Content.read))
    case "objects": self = .list(try value.elements.map(Content.read))
    case "objectSet": self = .set(try value.elements.map(Content.read))
    case "objectMap":
      var entries = OrderedDictionary<String, Content>()
      for (key, element) in value.object ?? [:] { entries[key] = try Content(element) }
      self = .dictionary(entries)
    default: self = .plain(try Value(stored: json))
    }
  }

  static func read(_ json: JSON) throws(DamagedFile) -> Content { try Content(json) }
}

/// A file of the device does not hold what was written to it.
struct DamagedFile: Error {}

extension JSON {
  /// - Throws: `DamagedFile` if this is not an array.
  var elements: [JSON] {
    get throws(DamagedFile) {
      guard let array else { throw DamagedFile() }
      return array
    }
  }
}

extension DocumentID {
  var json: JSON { [.int(Int64(table)), key.storedJSON] }

  init(_ json: JSON) throws(DamagedFile) {
    guard let table = json[0]?.int, let key = json[1] else { throw DamagedFile() }
    self.init(table: Int(table), key: try Value(stored: key))
  }
}

extension Value {
  fileprivate var storedJSON: JSON {
    switch self {
    case .null, .object: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .string(let value): return .string(value)
    // Bits, since JSON has neither infinities nor NaN.
    case .float(let value): return ["float": .int(Int64(value.bitPattern))]
    case .double(let value): return ["double": .int(Int64(bitPattern: value.bitPattern))]
    case .data(let value): return ["data": .string(Data(value).base64EncodedString())]
    case .date(let value): return ["date": .int(value.milliseconds)]
    case .objectId(let value): return ["objectId": .string("\(value)")]
    case .uuid(let value): return ["uuid": .string(value.uuidString)]
    case .decimal128(let value):
      return [
        "decimal": [
          .int(Int64(bitPattern: value.high)), .int(Int64(bitPattern: value.low)),
        ]
      ]
    case .list(let elements): return ["list": .array(elements.map(\.storedJSON))]
    case .set(let elements): return ["set": .array(elements.map(\.storedJSON))]
    case .dictionary(let entries):
      return ["map": .object(JSONObject(uniqueMembers: entries.map { ($0, $1.storedJSON) }))]
    }
  }

  fileprivate init(stored json: JSON) throws(DamagedFile) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .string(let value): self = .string(value)
    case .object(let object):
      guard object.count == 1, let (kind, value) = object.first,
        let decoded = try Self.decode(kind, value)
      else { throw DamagedFile() }
      self = decoded
    case .double, .number, .array: throw DamagedFile()
    }
  }

  private static func decode(_ kind: String, _ json: JSON) throws(DamagedFile) -> Value? {
    switch kind {
    case "float":
      return json.int.flatMap(UInt32.init(exactly:)).map { .float(Float(bitPattern: $0)) }
    case "double": return json.int.map { .double(Double(bitPattern: UInt64(bitPattern: $0))) }
    case "data": return json.string.flatMap { Data(base64Encoded: $0) }.map { .data(Array($0)) }
    case "date": return json.int.map { .date(Timestamp(milliseconds: $0)) }
    case "objectId": return json.string.flatMap { ObjectId($0) }.map(Value.objectId)
    case "uuid": return json.string.flatMap(UUID.init(uuidString:)).map(Value.uuid)
    case "decimal":
      guard let high = json[0]?.int, let low = json[1]?.int else { return nil }
      return .decimal128(Decimal128(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low)))
    case "list": return .list(try json.elements.map(Value.read))
    case "set": return .set(OrderedSet(try json.elements.map(Value.read)))
    case "map":
      var entries = OrderedDictionary<String, Value>()
      for (key, element) in json.object ?? [:] { entries[key] = try Value(stored: element) }
      return .dictionary(entries)
    default: return nil
    }
  }

  private static func read(_ json: JSON) throws(DamagedFile) -> Value { try Value(stored: json) }
}
