/// Writes values in one style.
struct Layout {
  let style: JSONStyle
  /// How many containers are open.
  private var depth = 0

  init(style: JSONStyle) { self.style = style }

  func write(_ value: JSON, into text: inout TextBuffer) {
    switch value {
    case .array(let elements): write(elements, into: &text)
    case .object(let members): write(members, into: &text)
    default: writeScalar(value, into: &text)
    }
  }

  /// Apart from the containers, so that what it needs does not lie on the stack once a level.
  private func writeScalar(_ value: JSON, into text: inout TextBuffer) {
    switch value {
    case .array, .object: break
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .int(let value): text.appendLiteral(of: value)
    case .double(let value): text.appendLiteral(of: value)
    case .number(let literal): text.append(literal)
    case .string(let value): text.appendLiteral(of: value)
    }
  }

  private func write(_ elements: [JSON], into text: inout TextBuffer) {
    text.append(Ascii.openBracket)
    var inner = self
    inner.depth += 1
    var position = 0
    while position < elements.count {
      inner.separate(position, in: &text)
      inner.write(elements[position], into: &text)
      position += 1
    }
    if position > 0 { breakLine(in: &text) }
    text.append(Ascii.closeBracket)
  }

  private func write(_ object: JSONObject, into text: inout TextBuffer) {
    text.append(Ascii.openBrace)
    var inner = self
    inner.depth += 1
    let members = object.members
    var position = 0
    while position < members.count {
      inner.separate(position, in: &text)
      inner.write(key: members[position].key, into: &text)
      inner.write(members[position].value, into: &text)
      position += 1
    }
    if position > 0 { breakLine(in: &text) }
    text.append(Ascii.closeBrace)
  }

  private func write(key: String, into text: inout TextBuffer) {
    text.appendLiteral(of: key)
    text.append(Ascii.colon)
    if style.isPretty { text.append(Ascii.space) }
  }

  private func separate(_ position: Int, in text: inout TextBuffer) {
    if position > 0 { text.append(Ascii.comma) }
    breakLine(in: &text)
  }

  private func breakLine(in text: inout TextBuffer) {
    if style.isPretty { text.appendLine(indentedBy: depth * 2) }
  }
}
