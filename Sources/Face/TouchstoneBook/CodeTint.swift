import Pages

/// Tells strings, keys, words of the language and comments in code apart; for JSON and for steps alike.
enum CodeTint {
  /// The markup of some lines of code.
  static func html(of lines: [String]) -> HTML { html(of: lines.joined(separator: "\n")) }

  /// The markup of a code.
  static func html(of code: String) -> HTML {
    var scanner = Scanner(code)
    return scanner.html()
  }

  private static let words: Set<String> = ["let", "try", "nil", "null", "true", "false", "var"]

  /// Goes through the bytes of a code once.
  private struct Scanner {
    private let bytes: [UInt8]
    private var place = 0
    private var plainStart = 0
    private var result = HTML()

    init(_ code: String) { bytes = Array(code.utf8) }

    mutating func html() -> HTML {
      while place < bytes.count {
        switch bytes[place] {
        case UInt8(ascii: "\""): readString()
        case UInt8(ascii: "/") where next == UInt8(ascii: "/"): readComment()
        case let byte where byte.isLetter: readWord()
        default: place += 1
        }
      }
      endPlain(at: place)
      return result
    }

    private var next: UInt8? { place + 1 < bytes.count ? bytes[place + 1] : nil }

    private mutating func readString() {
      let start = place
      place += 1
      while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != 10 {
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      place = min(place + 1, bytes.count)
      let isKey = place < bytes.count && bytes[place] == UInt8(ascii: ":")
      tint(start, isKey ? "k" : "s")
    }

    /// A comment is to the end of its line; `//` in an address is in a string.
    private mutating func readComment() {
      let start = place
      while place < bytes.count, bytes[place] != 10 { place += 1 }
      tint(start, "c")
    }

    private mutating func readWord() {
      let start = place
      while place < bytes.count, bytes[place].isLetter { place += 1 }
      if CodeTint.words.contains(text(start..<place)) { tint(start, "w") }
    }

    /// Tells what was read since a place apart from the plain text before it.
    private mutating func tint(_ start: Int, _ kind: String) {
      endPlain(at: start)
      result += "<span class=\"\(kind)\">\(text(start..<place))</span>"
      plainStart = place
    }

    private mutating func endPlain(at end: Int) {
      if plainStart < end { result += HTML(text: text(plainStart..<end)) }
    }

    private func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self)
    }
  }
}

extension UInt8 {
  /// Whether a word may have it; names with digits or underscores are one word.
  fileprivate var isLetter: Bool {
    switch self {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F, 0x80...: true
    default: false
    }
  }
}
