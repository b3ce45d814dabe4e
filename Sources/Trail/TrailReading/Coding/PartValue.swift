package import Formats
import Foundation
package import JSON

/// A value of a partial result.
package protocol PartValue: Sendable {
  /// Reads what `partJSON` has written.
  init(part: JSONNode) throws(JSONFault)
  var partJSON: JSON { get }
}

extension Bool: PartValue {
  package init(part: JSONNode) throws(JSONFault) { self = try part.bool() }
  package var partJSON: JSON { .bool(self) }
}

/// A number from 0 on.
extension Int: PartValue {
  package init(part: JSONNode) throws(JSONFault) { self = try part.count() }
  package var partJSON: JSON { .int(Int64(self)) }
}

extension Int64: PartValue {
  package init(part: JSONNode) throws(JSONFault) { self = try part.integer() }
  package var partJSON: JSON { .int(self) }
}

extension UInt32: PartValue {
  package init(part: JSONNode) throws(JSONFault) {
    guard let number = UInt32(exactly: try part.integer()) else {
      throw part.fault("expected 32 bits")
    }
    self = number
  }
  package var partJSON: JSON { .int(Int64(self)) }
}

extension String: PartValue {
  package init(part: JSONNode) throws(JSONFault) { self = try part.string() }
  package var partJSON: JSON { .string(self) }
}

extension Optional: PartValue where Wrapped: PartValue {
  package init(part: JSONNode) throws(JSONFault) {
    self = try part.unlessNull.map(Wrapped.init(part:))
  }
  package var partJSON: JSON { map(\.partJSON) ?? .null }
}

extension Array: PartValue where Element: PartValue {
  package init(part: JSONNode) throws(JSONFault) {
    self = try part.elements().map(Element.init(part:))
  }
  package var partJSON: JSON { .array(map(\.partJSON)) }
}

extension PartValue where Self: RawRepresentable<String> {
  package init(part: JSONNode) throws(JSONFault) { self = try part.choice(Self.self) }
  package var partJSON: JSON { .string(rawValue) }
}

extension Edition: PartValue {}
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
