import Touchstone

/// Reads a text line by line into blocks.
struct MarkdownReader {
  private(set) var blocks: [MarkdownBlock] = []
  /// The block that the lines read last belong to; nil if none is open.
  private var open: BlockKind?
  /// Its lines, of a list its items.
  private var lines: [String] = []
  private var fence = MarkdownFence()

  private enum BlockKind: Equatable {
    case paragraph
    case list(isOrdered: Bool)
    case table
    case code
  }

  /// Takes in the next line.
  mutating func read(_ line: Substring) {
    switch fence.part(of: line) {
    case .prose: break
    case .opening:
      closeAll()
      open = .code
      return
    case .code: return lines.append(String(line))
    case .closing: return closeAll()
    }
    let content = line.trimmed
    if content.isEmpty || content.isComment { return closeAll() }
    if let heading = Self.heading(line) {
      closeAll()
      blocks.append(heading)
    } else if let item = Self.item(line),
      item.number == nil || item.number == 1 || open != .paragraph
    {
      // A number within a paragraph begins a line by chance, unless it is 1.
      add(item.text, to: .list(isOrdered: item.number != nil))
    } else if content.hasPrefix("|") {
      add(content, to: .table)
    } else if case .list = open {
      // A line that begins nothing goes on with the last item, or with a paragraph.
      lines[lines.count - 1] += " " + content
    } else {
      add(content, to: .paragraph)
    }
  }

  /// Ends the open block, if there is one.
  mutating func closeAll() {
    switch open {
    case nil: break
    case .paragraph: blocks.append(.paragraph(lines.joined(separator: " ")))
    case .list(let isOrdered): blocks.append(.list(isOrdered: isOrdered, items: lines))
    case .table: blocks.append(Self.table(lines))
    case .code: blocks.append(.code(lines.joined(separator: "\n")))
    }
    (open, lines) = (nil, [])
  }

  private mutating func add(_ line: Substring, to kind: BlockKind) {
    if open != kind { closeAll() }
    open = kind
    lines.append(String(line))
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
  private static func table(_ rows: [String]) -> MarkdownBlock {
    let cells = rows.map(Self.cells)
    guard cells.count >= 2, cells[1].allSatisfy({ $0.isRuler }) else {
      return .paragraph(rows.joined(separator: " "))
    }
    return .table(header: cells[0], rows: Array(cells.dropFirst(2)))
  }

  /// The cells of `| a | b |`; a bar after a backslash, or in code, is none.
  private static func cells(_ row: String) -> [String] {
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
