/// Writes values in one style.
///
/// It keeps its own stack of open containers instead of calling itself, so the depth of a value costs no stack of the
/// thread.
struct Layout {
  let style: JSONStyle

  /// A container that is not written to its end yet, and which of its elements is next.
  private struct Container {
    let elements: [JSON]
    let members: [JSONObject.Member]
    let isObject: Bool
    var next = 0
  }

  func write(_ value: JSON, into text: inout TextBuffer) {
    guard var container = open(value, in: &text) else { return writeScalar(value, into: &text) }
    var outer: [Container] = []
    while true {
      let inner =
        container.isObject
        ? writeMembers(of: &container, depth: outer.count + 1, into: &text)
        : writeElements(of: &container, depth: outer.count + 1, into: &text)
      if let inner {
        outer.append(container)
        container = inner
        continue
      }
      if container.next > 0 { breakLine(depth: outer.count, in: &text) }
      text.append(container.isObject ? Ascii.closeBrace : Ascii.closeBracket)
      guard let last = outer.popLast() else { return }
      container = last
    }
  }

  /// Begins a container; nil for any other value.
  @inline(__always)
  private func open(_ value: JSON, in text: inout TextBuffer) -> Container? {
    switch value {
    case .array(let elements):
      text.append(Ascii.openBracket)
      return Container(elements: elements, members: [], isObject: false)
    case .object(let object):
      text.append(Ascii.openBrace)
      return Container(elements: [], members: object.members, isObject: true)
    default: return nil
    }
  }

  /// Writes elements up to the next container.
  ///
  /// - Returns: that one; nil if there is none.
  private func writeElements(
    of container: inout Container,
    depth: Int,
    into text: inout TextBuffer
  ) -> Container? {
    let elements = container.elements
    var position = container.next
    defer { container.next = position }
    while position < elements.count {
      separate(position, depth: depth, in: &text)
      defer { position += 1 }
      if let inner = open(elements[position], in: &text) { return inner }
      writeScalar(elements[position], into: &text)
    }
    return nil
  }

  /// Writes members up to the next container.
  ///
  /// - Returns: that one; nil if there is none.
  private func writeMembers(
    of container: inout Container,
    depth: Int,
    into text: inout TextBuffer
  ) -> Container? {
    let members = container.members
    var position = container.next
    defer { container.next = position }
    while position < members.count {
      separate(position, depth: depth, in: &text)
      defer { position += 1 }
      write(key: members[position].key, into: &text)
      if let inner = open(members[position].value, in: &text) { return inner }
      writeScalar(members[position].value, into: &text)
    }
    return nil
  }

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

  private func write(key: String, into text: inout TextBuffer) {
    text.appendLiteral(of: key)
    text.append(Ascii.colon)
    if style.isPretty { text.append(Ascii.space) }
  }

  private func separate(_ position: Int, depth: Int, in text: inout TextBuffer) {
    if position > 0 { text.append(Ascii.comma) }
    breakLine(depth: depth, in: &text)
  }

  private func breakLine(depth: Int, in text: inout TextBuffer) {
    if style.isPretty { text.appendLine(indentedBy: depth * 2) }
  }
}
