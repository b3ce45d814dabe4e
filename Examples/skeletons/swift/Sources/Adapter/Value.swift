/// A JSON value of which nothing is lost: integers keep 64 bits, and `1` is not `1.0`.
///
/// Nothing is to be filled in here. Write payloads with `text` as well: Foundation's JSON keeps neither.
enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent.
  case int(Int64)
  /// A number with fraction or exponent.
  case double(Double)
  case string(String)
  case array([Value])
  case object([Key: Value])

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var int: Int64? { if case .int(let value) = self { value } else { nil } }
  var array: [Value]? { if case .array(let value) = self { value } else { nil } }
  var object: [Key: Value]? { if case .object(let value) = self { value } else { nil } }

  subscript(key: String) -> Value? { object?[Key(text: key)] }

  /// A key of an object.
  ///
  /// Two that only look the same are two; strings of Swift would be equal.
  struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
    let text: String

    init(text: String) { self.text = text }
    init(stringLiteral text: String) { self.text = text }

    static func == (one: Key, other: Key) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }
    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Reads a text that must be one value and nothing else.
  init(parsing text: some Collection<UInt8>) throws {
    var reader = Reader(bytes: Array(text))
    self = try reader.value(depth: 0)
    guard reader.peek() == nil else { throw reader.fault("the end of the text") }
  }

  /// The value as one line.
  var text: String {
    var text = ""
    write(into: &text)
    return text
  }

  private func write(into text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .double(let value):
      precondition(value.isFinite, "JSON has no text for \(value)")
      text += value.description
    case .string(let value): Self.write(value, into: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(into: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key.text, into: &text)
        text += ":"
        member.value.write(into: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Why a text is not JSON.
struct NotJSON: Error, CustomStringConvertible {
  var description: String
}

/// Reads values from the bytes of a text.
private struct Reader {
  private static let depthLimit = 512

  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  func fault(_ wanted: String) -> NotJSON {
    NotJSON(description: "\(wanted) was expected at byte \(place)")
  }

  /// The next byte that is not white space; nil at the end.
  mutating func peek() -> UInt8? {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) throws {
    guard peek() == UInt8(ascii: character) else { throw fault("'\(character)'") }
    place += 1
  }

  mutating func value(depth: Int) throws -> Value {
    guard depth <= Self.depthLimit else { throw fault("no deeper array or object") }
    switch peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: Value) throws -> Value {
    guard bytes[place...].starts(with: word.utf8) else { throw fault("a value") }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws -> Value {
    let start = place
    if next("-") {}
    if !next("0") { try digits() }
    let isInteger = place
    if next(".") { try digits() }
    if next("e") || next("E") {
      if !next("+") { _ = next("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if place == isInteger, text != "-0" {
      guard let value = Int64(text) else { throw fault("an integer of 64 bits") }
      return .int(value)
    }
    guard let value = Double(text), value.isFinite else {
      throw fault("a number within the range of doubles")
    }
    return .double(value)
  }

  private mutating func next(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func digits() throws {
    let start = place
    while place < bytes.count, bytes[place] &- 0x30 < 10 { place += 1 }
    if place == start { throw fault("a digit") }
  }

  private mutating func string() throws -> String {
    try take("\"")
    var text: [UInt8] = []
    while true {
      let start = place
      while place < bytes.count, bytes[place] >= 0x20, bytes[place] != 0x22, bytes[place] != 0x5C {
        place += 1
      }
      text += bytes[start..<place]
      if next("\"") { break }
      guard next("\\") else { throw fault("a character of a string") }
      text += String(try escape()).utf8
    }
    guard let string = String(validating: text, as: UTF8.self) else { throw fault("UTF-8") }
    return string
  }

  private mutating func escape() throws -> Unicode.Scalar {
    guard place < bytes.count else { throw fault("an escape") }
    place += 1
    switch bytes[place - 1] {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case let byte where [0x22, 0x2F, 0x5C].contains(byte): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let first = try unit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xDC00, next("\\"), next("u"), case let second = try unit(),
        second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw fault("no half of a surrogate pair") }
      return scalar
    default: throw fault("an escape")
    }
  }

  /// The four hexadecimal digits of an escape.
  private mutating func unit() throws -> UInt32 {
    let digits = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
    guard digits.utf8.count == 4, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
      let unit = UInt32(digits, radix: 16)
    else { throw fault("four hexadecimal digits") }
    place += 4
    return unit
  }

  private mutating func array(depth: Int) throws -> Value {
    try take("[")
    var elements: [Value] = []
    if peek() != UInt8(ascii: "]") {
      repeat { elements.append(try value(depth: depth + 1)) } while comma()
    }
    try take("]")
    return .array(elements)
  }

  private mutating func object(depth: Int) throws -> Value {
    try take("{")
    var members: [Value.Key: Value] = [:]
    if peek() != UInt8(ascii: "}") {
      repeat {
        guard peek() == UInt8(ascii: "\"") else { throw fault("a key") }
        let key = Value.Key(text: try string())
        try take(":")
        guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
          throw fault("no key \"\(key.text)\" again")
        }
      } while comma()
    }
    try take("}")
    return .object(members)
  }

  private mutating func comma() -> Bool { peek() == UInt8(ascii: ",") && next(",") }
}
