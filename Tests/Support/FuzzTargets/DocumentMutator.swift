import Formats
import JSON

/// Changes documents of JSON as such, so that what comes out is read further than to its first quote: members are left
/// out, renamed, added, put elsewhere, and payloads within texts are changed likewise.
package struct DocumentMutator {
  private var random: SplitMix64
  /// What is changed at the moment: values are also taken from elsewhere in it.
  private var whole: JSON = .null

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The text with one document of it changed; nil if none can be read.
  package mutating func change(_ bytes: [UInt8]) -> [UInt8]? {
    if let json = try? JSON(parsing: bytes) { return Array(changed(json).text().utf8) }
    var lines = bytes.split(separator: 0x0A).map(Array.init)
    guard !lines.isEmpty else { return nil }
    let number = random.below(lines.count)
    switch random.below(8) {
    case 0: lines.remove(at: number)
    case 1: lines.insert(lines[random.below(lines.count)], at: number)
    case 2: lines.swapAt(number, random.below(lines.count))
    default:
      guard let json = try? JSON(parsing: lines[number]) else { return nil }
      lines[number] = Array(changed(json).text().utf8)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private mutating func changed(_ json: JSON) -> JSON {
    whole = json
    var result = json
    for _ in 0...random.below(3) { change(&result) }
    return result
  }

  private mutating func change(_ json: inout JSON) {
    switch json {
    case .object(let object) where !object.isEmpty && random.chance(85):
      json = .object(change(object))
    case .array(var elements) where !elements.isEmpty && random.chance(85):
      change(&elements)
      json = .array(elements)
    case .string(let text) where random.chance(85):
      // A payload is a document in a text.
      guard var payload = try? JSON(parsing: Array(text.utf8)), payload.object != nil else {
        return json = value()
      }
      change(&payload)
      json = .string(payload.text())
    default: json = value()
    }
  }

  private mutating func change(_ object: JSONObject) -> JSONObject {
    let chosen = random.below(object.count)
    let way = random.below(12)
    var result = JSONObject()
    for (index, member) in object.enumerated() {
      guard index == chosen else {
        result[member.key] = member.value
        continue
      }
      switch way {
      case 0: break
      case 1: result[word()] = member.value
      case 2:
        result[member.key] = member.value
        result[word()] = value()
      case 3: result[member.key] = .array([member.value])
      case 4: result[member.key] = .object([word(): member.value])
      default:
        var value = member.value
        change(&value)
        result[member.key] = value
      }
    }
    return result
  }

  private mutating func change(_ elements: inout [JSON]) {
    let chosen = random.below(elements.count)
    switch random.below(8) {
    case 0: elements.remove(at: chosen)
    case 1: elements.append(elements[chosen])
    case 2: elements.swapAt(chosen, random.below(elements.count))
    case 3: elements.insert(value(), at: chosen)
    default: change(&elements[chosen])
    }
  }

  /// A value that is strange in most places, or one from elsewhere in the document.
  private mutating func value() -> JSON {
    guard random.chance(50) else { return Self.values[random.below(Self.values.count)] }
    var value = whole
    while random.chance(75) {
      switch value {
      case .object(let object) where !object.isEmpty:
        let chosen = random.below(object.count)
        value = object.enumerated().first { $0.offset == chosen }?.element.value ?? value
      case .array(let elements) where !elements.isEmpty:
        value = elements[random.below(elements.count)]
      case .string(let text):
        guard let payload = try? JSON(parsing: Array(text.utf8)) else { return value }
        value = payload
      default: return value
      }
    }
    return value
  }

  private mutating func word() -> String { Self.words[random.below(Self.words.count)] }

  /// Names that mean something somewhere.
  private static let words = [
    "_id", "_partition", "activity", "scope", "event", "data", "timestamp", "type", "value",
    "insertions", "modifications", "deletions", "newValue", "oldValue", "$oid", "$date",
    "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal", "$binary", "$uuid", "base64",
    "subType", "", "Person", "name", "$index", "$repeat", "$$type", "steps", "do", "as", "expect",
    "events", "ok", "error", "result", "\u{0}", "é", "username", "schema", "properties",
    "primaryKey",
  ]

  private static let values: [JSON] = [
    .null, .bool(true), .bool(false), .int(0), .int(-1), .int(1), .int(.max), .int(.min),
    .double(1.5), .double(-0.0), .number("1e400"), .number("18446744073709551616"),
    .string(""), .string("a"), .string("\u{0}"), .string("{"), .string("{\"type\":\"Person\"}"),
    .string("62b396f4ebe94d2b871889bb"), .string("2022-06-23T14:54:37.756Z"),
    .string("0001-01-01T00:00:00Z"), .string("read"), .string("write"), .string("\u{FEFF}=1"),
    .string(String(repeating: "x", count: 300)), .array([]), .object([:]), .array([.array([])]),
    .object(["$oid": "62b396f4ebe94d2b871889bb"]),
    .object(["$date": "2022-06-23T14:54:37.756Z"]),
    .object(["$date": ["$numberLong": "-9223372036854775808"]]),
    .object(["$date": .int(.max)]), .object(["$numberLong": "9223372036854775807"]),
    .object(["$numberDouble": "NaN"]), .object(["$numberDecimal": "1E-6176"]),
    .object(["$numberDecimal": "9E+999999999"]),
    .object(["$binary": ["base64": "AAECAw==", "subType": "04"]]),
    .object(["$binary": ["base64": "=", "subType": "00"]]), .object(["$uuid": "x"]),
    .object(["$repeat": ["times": .int(1000), "value": .array([])]]),
    .object(["newValue": .array([["b": 1]]), "oldValue": ["_id": 11]]),
    nested(40), nested(600),
  ]

  private static func nested(_ depth: Int) -> JSON {
    var value: JSON = .int(1)
    for level in 0..<depth { value = level % 2 == 0 ? .array([value]) : .object(["a": value]) }
    return value
  }
}
