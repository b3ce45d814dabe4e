import Foundation

/// A value of a payload, written as JSON.
enum Payload: Equatable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case text(String)
  case list([Payload])
  case object([String: Payload])

  /// The text of JSON, with sorted keys.
  var json: String {
    switch self {
    case .null: return "null"
    case .int(let number): return "\(number)"
    // JSON has no number for what is not finite.
    case .double(let number): return number.isFinite ? "\(number)" : "null"
    case .text(let text): return Self.quoted(text)
    case .list(let elements): return "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.sorted { $0.key < $1.key }.map {
        "\(Self.quoted($0.key)):\($0.value.json)"
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
