import Formats
import JSON

/// How values are written: that decides what an object with a `$` key means.
package enum Notation: Sendable {
  /// Relaxed Extended JSON: outcomes of steps and stored documents.
  case extended
  /// Plain JSON: what a payload was parsed to.
  case payload
}

/// A value without parts, whichever of its spellings it was written in.
enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Compared bit by bit: NaN is NaN, and -0.0 is not 0.0.
  case double(bits: UInt64)
  /// An integer literal beyond 64 bits, or a number beyond any double.
  case hugeNumber(String)
  case string(String)
  case date(Timestamp)
  case objectId(String)
  case uuid(String)
  case data(subtype: String, base64: String)
  case decimal(DecimalNumber)
  /// NaN or an infinity.
  case decimalName(String)
  case reference(String)

  /// Reads a scalar; nil for arrays and objects that are not one.
  init?(_ json: JSON, in notation: Notation) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(bits: value.bitPattern)
    case .number(let literal): self = .hugeNumber(literal)
    case .string(let value): self = .string(value)
    case .array: return nil
    case .object(let object):
      guard notation == .extended else { return nil }
      if let extended = ExtendedValue(json) {
        self.init(extended)
      } else if object.count == 1, let name = object["$ref"]?.string {
        self = .reference(name)
      } else {
        return nil
      }
    }
  }

  private init(_ value: ExtendedValue) {
    switch value {
    case .integer(let number): self = .int(number)
    // `NaN` has many bit patterns; one of them is compared.
    case .double(let number): self = .double(bits: number.bitPattern)
    case .decimal(let text):
      self =
        DecimalNumber(text).map(Scalar.decimal)
        ?? .decimalName(String(text.trimmingPrefix("+")))
    case .objectId(let digits): self = .objectId(digits)
    case .uuid(let text): self = .uuid(text)
    case .date(let timestamp): self = .date(timestamp)
    case .binary(let base64, let subtype): self = .data(subtype: subtype, base64: base64)
    }
  }

  /// Whether an actual scalar is what this one expects.
  func accepts(_ actual: Scalar) -> Bool {
    // Swift takes `é` in one scalar and in two for the same; nothing is normalised here (SERIAL-6).
    if case .string(let left) = self, case .string(let right) = actual {
      return left.equalsByBytes(right)
    }
    if self == actual { return true }
    // A number with a fraction or an exponent is a double, and `2` reads as the same double as `2.0`.
    guard case .double(let bits) = self else { return false }
    switch actual {
    case .int(let value): return Double(value).bitPattern == bits
    case .hugeNumber(let literal): return Double(literal)?.bitPattern == bits
    default: return false
    }
  }
}
