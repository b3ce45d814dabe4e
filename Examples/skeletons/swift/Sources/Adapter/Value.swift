import Foundation

/// A JSON value, as Foundation reads it.
///
/// Foundation keeps neither all 64 bits of an integer here nor the difference between `1` and `1.0`: when you come to
/// values, use a JSON library that does.
enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Value])
  case object([String: Value])

  init(parsing text: String) throws {
    self = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// The value as one line.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var array: [Value]? { if case .array(let value) = self { value } else { nil } }
  var object: [String: Value]? { if case .object(let value) = self { value } else { nil } }

  subscript(key: String) -> Value? { object?[key] }
}

extension Value: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Value].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Value].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let integer = Int64(exactly: value) {
        try container.encode(integer)
      } else {
        try container.encode(value)
      }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
