package import JSON
package import Formats

extension Value {
  /// Whether two values of one text are the same, however they are spelled.
  func isSame(as other: Value) -> Bool {
    let (bytes, otherBytes) = (bytes, other.bytes)
    if bytes.count == otherBytes.count, ByteWords.areSame(start, other.start, count: bytes.count) {
      return true
    }
    if !node.isOdd, !other.node.isOdd { return false }
    guard form == other.form, !differsBeforeEscape(from: other) else { return false }
    if form == .array || form == .object {
      guard children.count == other.children.count else { return false }
      if form == .array { return zip(children, other.children).allSatisfy { $0.isSame(as: $1) } }
      let members = Members(of: other)
      return children.allSatisfy { members[$0]?.isSame(as: $0) ?? false }
    }
    if form == .number {
      let (fraction, otherFraction) = (fraction, other.fraction)
      if let fraction, let otherFraction { return fraction == otherFraction }
      // An integer literal and one with a fraction are never the same value.
      if fraction != nil && !other.node.isOdd || otherFraction != nil && !node.isOdd {
        return false
      }
    }
    return json == other.json
  }

  /// Whether both are strings that differ in what stands before their first escapes.
  private func differsBeforeEscape(from other: Value) -> Bool {
    guard let content, let otherContent = other.content else { return false }
    for (byte, otherByte) in zip(content, otherContent) {
      if byte == Ascii.backslash || otherByte == Ascii.backslash { return false }
      if byte != otherByte { return true }
    }
    return content.count != otherContent.count
  }

  /// A hash that is the same for values that are the same.
  package var contentHash: UInt64 { @inline(__always) get { contentHash(seed: 0) } }

  /// Another one for each seed: without knowing it, values that share one cannot be prepared.
  @inline(__always)
  package func contentHash(seed: UInt64) -> UInt64 {
    if node.isOdd || isArray { return oddHash(seed) }
    let bytes = content ?? bytes
    return ByteWords.hash(bytes.start, count: bytes.count, seed: seed)
  }

  /// The hash of a value that could be spelled otherwise.
  @inline(never)
  private func oddHash(_ seed: UInt64) -> UInt64 {
    guard isString else { return UInt64(truncatingIfNeeded: json.hashValue) }
    // As a string is spelled that is not odd.
    return Bytes.withCopy(of: json.text().utf8.dropFirst().dropLast()) {
      ByteWords.hash($0.start, count: $0.count, seed: seed)
    }
  }

  /// The number that it is, the same for equal ones in whatever form they are written (WRITE-41); nil for anything else.
  var equalNumber: JSON? {
    guard form == .number else { return nil }
    if let integer { return .int(integer) }
    return (fraction.map(JSON.double) ?? json).whole
  }

  /// The value of an integer literal of 64 bits.
  package var integer: Int64? {
    let bytes = bytes
    guard bytes.count <= 20, !node.isOdd else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    // Nineteen digits are less than 2^64.
    guard bytes.count - (isNegative ? 1 : 0) <= 19 else { return nil }
    var number: UInt64 = 0
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      guard byte &- 0x30 < 10 else { return nil }
      number = number &* 10 &+ UInt64(byte &- 0x30)
    }
    if isNegative, number == Int64.min.magnitude { return .min }
    return Int64(exactly: number).map { isNegative ? -$0 : $0 }
  }

  /// The value of a number with a fraction that is a quotient of two exact doubles.
  package var fraction: Double? {
    let bytes = bytes
    guard bytes.count <= 16 else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var digits: UInt64 = 0
    var power = 1.0
    var hasPoint = false
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        if hasPoint { power *= 10 }
      } else {
        guard byte == UInt8(ascii: "."), !hasPoint else { return nil }
        hasPoint = true
      }
    }
    guard hasPoint else { return nil }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }
}

/// Looks up the members of an object by those of another one: quickly where there are many.
package struct Members {
  private let object: Value
  private var index: [UInt64: [Value]] = [:]

  package init(of object: Value) {
    self.object = object
    guard object.isObject, object.node.width > 64 else { return }
    for member in object.members { index[member.key.hash, default: []].append(member) }
  }

  package subscript(member: Value) -> Value? {
    if index.isEmpty { return object.members.first { $0.hasKey(of: member) } }
    return index[member.key.hash]?.first { $0.hasKey(of: member) }
  }
}

extension Name: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) { self.init(try node.string()) }
  package var fieldJSON: JSON { .string(text) }
}
