/// Writes values in one style.
///
/// It calls itself for a few levels, which is quickest, and keeps its own stack of open containers for those below: the
/// depth of a value costs no stack of the thread.
struct Layout {
  let style: JSONStyle
  private static let levelsOfCalls = 32

  /// A container that is not written to its end yet, and which of its elements is next.
  private struct Container {
    let contents: Contents
    var next = 0

    init(_ contents: Contents) { self.contents = contents }
  }

  private enum Contents {
    case elements([JSON])
    case members([JSONObject.Member])
  }

  func write(_ value: JSON, into text: inout TextBuffer) {
    _ = write(value, depth: 0, into: &text)
  }

  /// Writes a value; a container that is too deep for a call is begun and returned.
  @inline(__always)
  private func write(_ value: JSON, depth: Int, into text: inout TextBuffer) -> Container? {
    guard let container = begin(value, in: &text) else { return nil }
    guard depth < Self.levelsOfCalls else { return container }
    finish(container, depth: depth, into: &text)
    return nil
  }

  /// Writes a container that was begun at a depth, and all that is in it.
  private func finish(_ first: Container, depth: Int, into text: inout TextBuffer) {
    var container = first
    var outer: [Container] = []
    while true {
      let depth = depth + outer.count
      if let inner = writeRest(of: &container, depth: depth + 1, into: &text) {
        outer.append(container)
        container = inner
        continue
      }
      if container.next > 0 { breakLine(depth: depth, in: &text) }
      switch container.contents {
      case .elements: text.append(Ascii.closeBracket)
      case .members: text.append(Ascii.closeBrace)
      }
      guard let last = outer.popLast() else { return }
      container = last
    }
  }

  /// Begins a container, which is returned; any other value is written.
  @inline(__always)
  private func begin(_ value: JSON, in text: inout TextBuffer) -> Container? {
    switch value {
    case .array(let elements):
      text.append(Ascii.openBracket)
      return Container(.elements(elements))
    case .object(let object):
      text.append(Ascii.openBrace)
      return Container(.members(object.members))
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .int(let value): text.appendLiteral(of: value)
    case .double(let value): text.appendLiteral(of: value)
    case .number(let literal): text.append(literal)
    case .string(let value): text.appendLiteral(of: value)
    }
    return nil
  }

  /// Writes what a container holds up to the next container that is too deep for a call.
  ///
  /// - Returns: that one; nil if there is none.
  private func writeRest(
    of container: inout Container,
    depth: Int,
    into text: inout TextBuffer
  ) -> Container? {
    var position = container.next
    defer { container.next = position }
    switch container.contents {
    case .elements(let elements):
      while position < elements.count {
        separate(position, depth: depth, in: &text)
        position += 1
        if let inner = write(elements[position - 1], depth: depth, into: &text) { return inner }
      }
    case .members(let members):
      while position < members.count {
        separate(position, depth: depth, in: &text)
        write(key: members[position].key, into: &text)
        position += 1
        let value = members[position - 1].value
        if let inner = write(value, depth: depth, into: &text) { return inner }
      }
    }
    return nil
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
