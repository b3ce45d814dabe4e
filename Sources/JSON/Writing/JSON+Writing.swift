extension JSON {
  /// The text of this value. (First, plain version.)
  public func text(_ style: JSONStyle = .compact) -> String {
    var bytes: [UInt8] = []
    write(into: &bytes, style: style, indentation: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the compact text to a buffer.
  public func write(into bytes: inout [UInt8]) {
    write(into: &bytes, style: .compact, indentation: 0)
  }

  private func write(into bytes: inout [UInt8], style: JSONStyle, indentation: Int) {
    let newline = { (extra: Int, bytes: inout [UInt8]) in
      guard style.isPretty else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: (indentation + extra) * 2))
    }
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    case .double(let value): JSON.writeDouble(value, into: &bytes)
    case .number(let literal): bytes.append(contentsOf: literal.utf8)
    case .string(let value): JSON.writeString(value, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        newline(1, &bytes)
        element.write(into: &bytes, style: style, indentation: indentation + 1)
      }
      if !elements.isEmpty { newline(0, &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let members = style.isSorted ? object.sorted { $0.key < $1.key } : Array(object)
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        newline(1, &bytes)
        JSON.writeString(member.key, into: &bytes)
        bytes.append(contentsOf: (style.isPretty ? ": " : ":").utf8)
        member.value.write(into: &bytes, style: style, indentation: indentation + 1)
      }
      if !members.isEmpty { newline(0, &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string as a JSON literal with its quotes.
  public static func writeString(_ string: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the shortest literal that reads back as the same double. It always has a fraction or an exponent.
  public static func writeDouble(_ value: Double, into bytes: inout [UInt8]) {
    precondition(value.isFinite, "JSON has no text for \(value)")
    bytes.append(contentsOf: value.description.utf8)
  }
}

/// How a text is laid out.
public struct JSONStyle: Sendable, Hashable {
  package var isPretty: Bool
  package var isSorted: Bool

  /// No white space, keys in their order.
  public static let compact = JSONStyle(isPretty: false, isSorted: false)
  /// Two spaces a level, keys in their order.
  public static let pretty = JSONStyle(isPretty: true, isSorted: false)
  /// No white space, keys sorted.
  public static let compactSorted = JSONStyle(isPretty: false, isSorted: true)
  /// Two spaces a level, keys sorted.
  public static let prettySorted = JSONStyle(isPretty: true, isSorted: true)
}
