package import JSON

/// A property that a question is about, or one within an embedded object: `diagnosis`, `address.city`, `"a.b".c`.
package struct PropertyPath: Sendable, Hashable, CustomStringConvertible {
  /// The names, the outermost first; there is at least one.
  package let names: [String]

  /// Reads a path; nil if the text is anything else.
  package init?(_ text: String) {
    var scanner = ConditionScanner(text)
    guard let names = scanner.path(), scanner.isAtEnd else { return nil }
    self.names = names
  }

  fileprivate init(names: [String]) { self.names = names }

  /// As it can be asked for.
  package var description: String {
    names.map { name in
      let isPlain = !name.isEmpty && name.utf8.allSatisfy { !ConditionScanner.endsName($0) }
      return isPlain ? name : JSON.string(name).text()
    }.joined(separator: ".")
  }
}

/// What a value has to be, or must not be: `diagnosis = "flu"`, `address.zip != 12345`.
package struct ValueCondition: Sendable {
  /// Where the value stands.
  package let path: PropertyPath
  /// Whether it has to be another value.
  package let isNegated: Bool
  /// The value.
  package let value: JSON

  /// Reads a path, `=` or `!=`, and a value as JSON; nil if the text is anything else.
  package init?(_ text: String) {
    var scanner = ConditionScanner(text)
    guard let names = scanner.path(), let isNegated = scanner.comparison(),
      let value = try? JSON(parsing: scanner.rest)
    else { return nil }
    (path, self.isNegated, self.value) = (PropertyPath(names: names), isNegated, value)
  }
}

/// Takes the text of a condition apart.
private struct ConditionScanner {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) {
    bytes = ArraySlice(text.utf8)
    skipSpaces()
  }

  var isAtEnd: Bool { bytes.isEmpty }
  var rest: [UInt8] { Array(bytes) }

  /// Whether a name that is not in quotes ends before a character.
  static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [".", "=", "!", "\"", "\\"].contains { byte == UInt8(ascii: $0) }
  }

  mutating func path() -> [String]? {
    var names: [String] = []
    repeat {
      guard let name = name() else { return nil }
      names.append(name)
    } while take(".")
    skipSpaces()
    return names
  }

  /// Whether the comparison is `!=`; nil if there is none.
  mutating func comparison() -> Bool? {
    let isNegated = take("!")
    guard take("=") else { return nil }
    skipSpaces()
    return isNegated
  }

  private mutating func name() -> String? {
    guard bytes.first == UInt8(ascii: "\"") else {
      let name = bytes.prefix { !Self.endsName($0) }
      bytes = bytes[name.endIndex...]
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
    var end = bytes.startIndex + 1
    while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.endIndex, let json = try? JSON(parsing: Array(bytes[...end])) else {
      return nil
    }
    bytes = bytes[(end + 1)...]
    return json.string
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  private mutating func skipSpaces() { bytes = bytes.drop { $0 <= 0x20 } }
}
