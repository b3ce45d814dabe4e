package import JSON
import Touchstone
package import TrailAnswers

/// The forms in which an answer about a trail is written.
package enum AnswerFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// An object of JSON a line.
  case jsonl
  /// Rows of fields after RFC 4180.
  case csv
}

/// A value in an answer, which each format writes in its own way.
package enum AnswerCell: Sendable, Hashable {
  case none
  case text(String)
  case number(Int)
  /// Milliseconds since 1970.
  case time(Int64)
  case json(JSON)
  /// A value, as compact JSON.
  case value(String)

  /// A text, or nothing.
  package init(_ text: String?) { self = text.map(AnswerCell.text) ?? .none }
  /// An instant, or nothing.
  package init(_ time: Int64?) { self = time.map(AnswerCell.time) ?? .none }
  /// A value, or nothing.
  package init(_ json: JSON?) { self = json.map(AnswerCell.json) ?? .none }
}

/// Writes the rows of an answer for machines, one at a time: an answer may be longer than memory.
package struct AnswerRows: Sendable {
  /// The names of the columns.
  package let columns: [String]
  /// The same as keys of JSON.
  private let keys: [String]
  private let format: AnswerFormat
  private let clock: UTCOffset

  /// Rows of these columns, with times of a clock.
  package init(_ columns: [String], as format: AnswerFormat, clock: UTCOffset) {
    (self.columns, self.format, self.clock) = (columns, format, clock)
    keys = columns.map { JSON.string($0).text() + ":" }
  }

  /// What comes before the first row.
  package var header: String {
    format == .csv ? columns.map(CSV.field).joined(separator: ",") + CSV.lineEnd : ""
  }

  /// A row with its line end.
  package func text(_ cells: [AnswerCell]) -> String {
    guard format == .csv else {
      return "{" + zip(keys, cells).map { $0 + text($1) }.joined(separator: ",") + "}\n"
    }
    return cells.map { CSV.field($0, clock) }.joined(separator: ",") + CSV.lineEnd
  }

  private func text(_ cell: AnswerCell) -> String {
    switch cell {
    case .none: "null"
    case .text(let text): JSON.string(text).text()
    case .number(let number): String(number)
    case .time(let time): JSON.string(clock.text(time)).text()
    case .json(let json): json.text()
    case .value(let text): text
    }
  }
}

/// Comma-separated values after RFC 4180, in UTF-8, which no spreadsheet takes for formulas.
enum CSV {
  static let lineEnd = "\r\n"

  /// A cell as a field.
  static func field(_ cell: AnswerCell, _ clock: UTCOffset) -> String {
    switch cell {
    case .none: ""
    case .text(let text): field(text)
    // A number computes nothing.
    case .number(let number): String(number)
    case .time(let time): field(clock.text(time))
    case .json(.string(let text)): field(text)
    case .json(.int(let number)): String(number)
    case .json(let json): field(json.text())
    // A string or a number has no quotes of its own.
    case .value(let text) where !text.hasPrefix("{") && !text.hasPrefix("["):
      field(AnswerCell(try? JSON(parsing: text)), clock)
    case .value(let text): field(text)
    }
  }

  /// A text as a field: in quotes if it needs them, and with an apostrophe before what a spreadsheet would compute.
  ///
  /// Spreadsheets compute what begins with one of these signs, in their full-width forms too, and skip white space before it,
  /// some of them every kind that Unicode knows, and the byte order mark.
  static func field(_ text: String) -> String {
    var text = text
    let visible = text.unicodeScalars.first {
      $0.value > 0x20 && !$0.properties.isWhitespace && $0 != "\u{FEFF}"
    }
    let first = text.unicodeScalars.first
    if visible.map("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains) ?? false
      || first == "\t" || first == "\r"
    {
      text = "'" + text
    }
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
