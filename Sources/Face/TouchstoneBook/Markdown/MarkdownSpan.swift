/// A stretch of text within a block.
enum MarkdownSpan: Hashable, Sendable {
  case text(String)
  case code(String)
  case emphasis(String)
  case strong(String)
  case link(label: String, target: String)
}

extension MarkdownSpan {
  /// The spans of a text; a mark that is not closed is text.
  ///
  /// Underscores mark nothing: fields such as `_id` begin with one.
  static func spans(of text: String) -> [MarkdownSpan] {
    var reader = SpanReader(text)
    return reader.spans()
  }
}

extension MarkdownSpan {
  /// A text without its marks.
  static func plainText(of text: String) -> String {
    spans(of: text).map { span in
      switch span {
      case .text(let text), .code(let text), .emphasis(let text), .strong(let text): text
      case .link(let label, _): plainText(of: label)
      }
    }.joined()
  }
}

/// Reads spans from left to right.
private struct SpanReader {
  private var rest: Substring
  private var plain = ""
  private var result: [MarkdownSpan] = []
  /// Marks that were looked for in vain: there is none ahead, so they are not looked for again.
  private var missing: Set<String> = []

  init(_ text: String) { rest = text[...] }

  mutating func spans() -> [MarkdownSpan] {
    while let character = rest.first {
      if !readSpan(beginningWith: character) { takePlain() }
    }
    endPlain()
    return result
  }

  private mutating func readSpan(beginningWith character: Character) -> Bool {
    switch character {
    case "`": return readCode()
    case "*": return readEmphasis()
    case "[": return readLink()
    case "\\":
      guard let next = rest.dropFirst().first, "\\`*[]|<>_#".contains(next) else { return false }
      rest = rest.dropFirst()
      takePlain()
      return true
    default: return false
    }
  }

  private mutating func readCode() -> Bool {
    let mark = String(rest.prefix { $0 == "`" })
    guard let inner = take(between: mark, and: mark) else {
      // The whole mark is text: a shorter one within it opens nothing.
      plain += mark
      rest = rest.dropFirst(mark.count)
      return true
    }
    let isPadded = inner.hasPrefix(" ") && inner.hasSuffix(" ") && inner.contains("`")
    add(.code(isPadded ? String(inner.dropFirst().dropLast()) : inner))
    return true
  }

  private mutating func readEmphasis() -> Bool {
    let mark = rest.hasPrefix("**") ? "**" : "*"
    guard let next = rest.dropFirst(mark.count).first, !next.isWhitespace, next != "*",
      let inner = take(between: mark, and: mark)
    else { return false }
    add(mark == "**" ? .strong(inner) : .emphasis(inner))
    return true
  }

  private mutating func readLink() -> Bool {
    let start = rest
    let content = rest.dropFirst()
    guard let end = content.firstIndex(where: { "[]".contains($0) }), content[end] == "]",
      content.startIndex < end
    else { return false }
    rest = content[end...].dropFirst()
    guard rest.first == "(", let target = take(between: "(", and: ")") else {
      rest = start
      return false
    }
    add(.link(label: String(content[..<end]), target: target))
    return true
  }

  /// What stands between two marks, the first of which is next; moves behind the second.
  private mutating func take(between opening: String, and closing: String) -> String? {
    guard !missing.contains(closing) else { return nil }
    let content = rest.dropFirst(opening.count)
    guard let end = content.firstRange(of: closing) else {
      missing.insert(closing)
      return nil
    }
    guard !end.isEmpty, content.startIndex < end.lowerBound else { return nil }
    rest = content[end.upperBound...]
    return String(content[..<end.lowerBound])
  }

  private mutating func takePlain() {
    if let character = rest.popFirst() { plain.append(character) }
  }

  private mutating func add(_ span: MarkdownSpan) {
    endPlain()
    result.append(span)
  }

  private mutating func endPlain() {
    if !plain.isEmpty { result.append(.text(plain)) }
    plain = ""
  }
}
