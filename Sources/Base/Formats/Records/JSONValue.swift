import Foundation
package import JSON

/// A value that is written as JSON and read again.
package protocol JSONValue: Sendable {
  /// Reads what `fieldJSON` has written.
  init(field node: JSONNode) throws(JSONFault)
  var fieldJSON: JSON { get }
}

extension Bool: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self = try node.bool() }
  package var fieldJSON: JSON { .bool(self) }
}

/// A number from 0 on.
extension Int: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self = try node.count() }
  package var fieldJSON: JSON { .int(Int64(self)) }
}

extension Int64: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self = try node.integer() }
  package var fieldJSON: JSON { .int(self) }
}

extension UInt32: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    guard let number = UInt32(exactly: try node.integer()) else {
      throw node.fault("expected 32 bits")
    }
    self = number
  }
  package var fieldJSON: JSON { .int(Int64(self)) }
}

extension Double: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    switch node.json {
    case .double(let number): self = number
    case .int(let number): self = Double(number)
    default: throw node.fault("expected a number, not \(node.json.kindName)")
    }
  }
  package var fieldJSON: JSON { .double(self) }
}

extension String: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self = try node.string() }
  package var fieldJSON: JSON { .string(self) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    self = try node.unlessNull.map(Wrapped.init(field:))
  }
  package var fieldJSON: JSON { map(\.fieldJSON) ?? .null }
}

extension Array: JSONValue where Element: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    self = try node.elements().map(Element.init(field:))
  }
  package var fieldJSON: JSON { .array(map(\.fieldJSON)) }
}

extension JSONValue where Self: RawRepresentable<String> {
  package init(field node: JSONNode) throws(JSONFault) { self = try node.choice(Self.self) }
  package var fieldJSON: JSON { .string(rawValue) }
}

extension Edition: JSONValue {}

extension JSON: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self = node.json }
  package var fieldJSON: JSON { self }
}

/// Written as a date of ISO 8601.
extension Timestamp: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    guard let moment = Timestamp(iso8601: try node.string()) else {
      throw node.fault("expected a date")
    }
    self = moment
  }
  package var fieldJSON: JSON { .string(description) }
}

extension JSONNode {
  /// Words of eight bytes, the lowest first, in Base64.
  package func words() throws(JSONFault) -> [UInt64] {
    guard let data = Data(base64Encoded: try string()), data.count % 8 == 0 else {
      throw fault("expected Base64 of words of eight bytes")
    }
    return stride(from: data.startIndex, to: data.endIndex, by: 8).map { start in
      data[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension JSON {
  package static func words(_ words: [UInt64]) -> JSON {
    var data = Data(capacity: words.count * 8)
    for word in words {
      for place in 0..<8 { data.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }
    return .string(data.base64EncodedString())
  }
}
