import JSON

// Databases and tables write millions of values as text: what is spelled as it is written is copied, without a tree of it.

extension Value {
  /// The compact text of ``json``.
  package var compactText: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(node.count)
    guard appendCompactText(to: &bytes) else { return json.text() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends that text.
  ///
  /// - Returns: false where it cannot be told from the nodes alone: keys have escapes, two may be the same, or there are too
  ///   many of them to see that at a glance.
  private func appendCompactText(to text: inout [UInt8]) -> Bool {
    if isObject || isArray {
      // A document has no nodes for what it wraps, such as its id.
      if children.isEmpty, node.count > 2 { return false }
      return isObject ? appendMembers(to: &text) : appendElements(to: &text)
    }
    if let content = plainContent {
      text.append(Ascii.quote)
      text.append(contentsOf: content)
      text.append(Ascii.quote)
    } else if isString || form == .number && !isCanonicalInteger {
      json.write(into: &text)
    } else {
      text.append(contentsOf: bytes)
    }
    return true
  }

  private func appendElements(to text: inout [UInt8]) -> Bool {
    text.append(Ascii.openBracket)
    var isFirst = true
    for element in children {
      if !isFirst { text.append(Ascii.comma) }
      isFirst = false
      guard element.appendCompactText(to: &text) else { return false }
    }
    text.append(Ascii.closeBracket)
    return true
  }

  private func appendMembers(to text: inout [UInt8]) -> Bool {
    text.append(Ascii.openBrace)
    var count = 0
    for member in children {
      let key = member.key
      guard count < Self.membersCompared, !key.isEscaped else { return false }
      // Two of one hash are told apart by those who read them.
      if children.prefix(count).contains(where: { $0.key.hash == key.hash }) { return false }
      if count > 0 { text.append(Ascii.comma) }
      text.append(Ascii.quote)
      text.append(contentsOf: key.bytes)
      text.append(Ascii.quote)
      text.append(Ascii.colon)
      guard member.appendCompactText(to: &text) else { return false }
      count += 1
    }
    text.append(Ascii.closeBrace)
    return true
  }

  private static var membersCompared: Int { 40 }

  /// Whether a number is written as an integer is: other spellings have other texts.
  private var isCanonicalInteger: Bool {
    let bytes = bytes
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard let first = digits.first, digits.count <= 18 else { return false }
    return digits.allSatisfy { $0 &- Ascii.zero < 10 }
      && (first != Ascii.zero || bytes.count == 1)
  }
}
