/// Writes values in one style.
struct Layout {
  let style: JSONStyle
  /// How many containers are open.
  private var depth = 0

  init(style: JSONStyle) { self.style = style }

  func write(_ value: JSON, into text: inout TextBuffer) {
    switch value {
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .int(let value): text.appendLiteral(of: value)
    case .double(let value): text.appendLiteral(of: value)
    case .number(let literal): text.append(literal)
    case .string(let value): text.appendLiteral(of: value)
    case .array(let elements): write(elements, into: &text)
    case .object(let members): write(members, into: &text)
    }
  }

  private func write(_ elements: [JSON], into text: inout TextBuffer) {
    text.append(Ascii.openBracket)
    var inner = self
    inner.depth += 1
    var isFirst = true
    for element in elements {
      inner.separate(&isFirst, in: &text)
      inner.write(element, into: &text)
    }
    if !isFirst { breakLine(in: &text) }
    text.append(Ascii.closeBracket)
  }

  private func write(_ object: JSONObject, into text: inout TextBuffer) {
    text.append(Ascii.openBrace)
    var inner = self
    inner.depth += 1
    var isFirst = true
    for member in style.isSorted ? object.sortedMembers : object.members {
      inner.separate(&isFirst, in: &text)
      text.appendLiteral(of: member.key)
      text.append(Ascii.colon)
      if style.isPretty { text.append(Ascii.space) }
      inner.write(member.value, into: &text)
    }
    if !isFirst { breakLine(in: &text) }
    text.append(Ascii.closeBrace)
  }

  @inline(__always)
  private func separate(_ isFirst: inout Bool, in text: inout TextBuffer) {
    if !isFirst { text.append(Ascii.comma) }
    isFirst = false
    breakLine(in: &text)
  }

  @inline(__always)
  private func breakLine(in text: inout TextBuffer) {
    if style.isPretty { text.appendLine(indentedBy: depth * 2) }
  }
}
