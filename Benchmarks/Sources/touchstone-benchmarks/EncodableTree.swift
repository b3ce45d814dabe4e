import JSON

/// Hands a document to `JSONEncoder`, which is the quicker one of Foundation's two writers.
struct EncodableTree: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let value: JSON

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(EncodableTree(value: element)) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members {
        // As generated code does: plain values go straight into the container.
        switch value {
        case .string(let value): try container.encode(value, forKey: Key(key))
        case .int(let value): try container.encode(value, forKey: Key(key))
        case .double(let value): try container.encode(value, forKey: Key(key))
        case .bool(let value): try container.encode(value, forKey: Key(key))
        default: try container.encode(EncodableTree(value: value), forKey: Key(key))
        }
      }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(in: &container)
    }
  }

  private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
    switch value {
    case .array, .object: break
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .number(let literal), .string(let literal): try container.encode(literal)
    }
  }
}
