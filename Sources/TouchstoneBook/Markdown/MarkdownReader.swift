/// Reads a text line by line into blocks.
struct MarkdownReader {
  private(set) var blocks: [MarkdownBlock] = []
  private var open = Open.nothing

  /// The block that the lines read last belong to.
  private enum Open {
    case nothing
    case paragraph([Substring])
    case list(isOrdered: Bool, items: [String])
    case table([Substring])
    case fence(marker: Substring, lines: [Substring])
  }

  /// Takes in the next line.
  mutating func read(_ line: Substring) {
    if case .fence(let marker, var lines) = open {
      if line.trimmed == marker { return closeAll() }
      open = .nothing  // so that the lines are not copied
      lines.append(line)
      open = .fence(marker: marker, lines: lines)
      return
    }
    let content = line.trimmed
    if content.isEmpty || content.isComment { return closeAll() }
    if let heading = Self.heading(line) {
      closeAll()
      blocks.append(heading)
    } else if content.hasPrefix("```") {
      closeAll()
      open = .fence(marker: content.prefix { $0 == "`" }, lines: [])
    } else if let item = Self.item(line), item.number == nil || item.number == 1 || !isInParagraph {
      add(item: item.text, isOrdered: item.number != nil)
    } else if content.hasPrefix("|") {
      add(row: content)
    } else {
      add(text: content)
    }
  }

  /// Ends the open block, if there is one.
  mutating func closeAll() {
    switch open {
    case .nothing: break
    case .paragraph(let lines): blocks.append(.paragraph(lines.joined(separator: " ")))
    case .list(let isOrdered, let items): blocks.append(.list(isOrdered: isOrdered, items: items))
    case .table(let rows): blocks.append(Self.table(rows))
    case .fence(_, let lines): blocks.append(.code(lines.joined(separator: "\n")))
    }
    open = .nothing
  }

  /// A number within a paragraph begins a line by chance, unless it is 1.
  private var isInParagraph: Bool { if case .paragraph = open { true } else { false } }

  private mutating func add(item text: Substring, isOrdered: Bool) {
    if case .list(isOrdered, var items) = open {
      open = .nothing
      items.append(String(text))
      open = .list(isOrdered: isOrdered, items: items)
    } else {
      closeAll()
      open = .list(isOrdered: isOrdered, items: [String(text)])
    }
  }

  private mutating func add(row: Substring) {
    if case .table(var rows) = open {
      open = .nothing
      rows.append(row)
      open = .table(rows)
    } else {
      closeAll()
      open = .table([row])
    }
  }

  /// A line that begins nothing goes on with a paragraph or with the last item of a list.
  private mutating func add(text: Substring) {
    switch open {
    case .paragraph(var lines):
      open = .nothing
      lines.append(text)
      open = .paragraph(lines)
    case .list(let isOrdered, var items):
      open = .nothing
      items[items.count - 1] += " " + text
      open = .list(isOrdered: isOrdered, items: items)
    default:
      closeAll()
      open = .paragraph([text])
    }
  }
}

extension MarkdownReader {
  private static func heading(_ line: Substring) -> MarkdownBlock? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
    return .heading(level: level, text: String(line.dropFirst(level).trimmed))
  }

  private static func item(_ line: Substring) -> (number: Int?, text: Substring)? {
    if line.hasPrefix("- ") { return (nil, line.dropFirst(2).trimmed) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    guard let number = Int(digits), rest.hasPrefix(". ") else { return nil }
    return (number, rest.dropFirst(2).trimmed)
  }

  /// A table, or a paragraph if the second line is not its ruler.
  private static func table(_ rows: [Substring]) -> MarkdownBlock {
    let cells = rows.map(Self.cells)
    guard cells.count >= 2, cells[1].allSatisfy({ $0.isRuler }) else {
      return .paragraph(rows.joined(separator: " "))
    }
    return .table(header: cells[0], rows: Array(cells.dropFirst(2)))
  }

  /// The cells of `| a | b |`; a bar after a backslash, or in code, is none.
  private static func cells(_ row: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isCode = false
    var isEscaped = false
    for character in row.dropFirst() {
      switch character {
      case "|" where isEscaped:
        cell.removeLast()
        cell.append("|")
      case "|" where !isCode:
        cells.append(String(cell[...].trimmed))
        cell = ""
      default:
        if character == "`" { isCode.toggle() }
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    let rest = cell[...].trimmed
    return rest.isEmpty ? cells : cells + [String(rest)]
  }
}

extension String {
  /// Whether this is a cell of the line below the header of a table.
  fileprivate var isRuler: Bool { contains("-") && allSatisfy { "-: ".contains($0) } }
}

extension Substring {
  /// Whether this is a comment, such as the marker of a generated part, that readers do not see.
  fileprivate var isComment: Bool { hasPrefix("<!--") && hasSuffix("-->") }

  /// Without white space at both ends.
  var trimmed: Substring {
    var result = drop(while: \.isWhitespace)
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }
}
