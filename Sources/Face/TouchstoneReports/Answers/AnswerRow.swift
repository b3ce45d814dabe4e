import Formats
package import JSON
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
  package var header: [UInt8] {
    var bytes: [UInt8] = []
    if format == .csv { CSV.append(columns.map(AnswerCell.text), clock, to: &bytes) }
    return bytes
  }

  /// Appends a row with its line end.
  package func append(_ cells: [AnswerCell], to bytes: inout [UInt8]) {
    guard format != .csv else { return CSV.append(cells, clock, to: &bytes) }
    let start = bytes.endIndex
    var separator = UInt8(ascii: "{")
    for (key, cell) in zip(keys, cells) {
      bytes.append(separator)
      bytes.append(contentsOf: key.utf8)
      append(cell, to: &bytes)
      separator = UInt8(ascii: ",")
    }
    bytes.append(UInt8(ascii: "}"))
    // Other control characters are escaped already.
    if bytes[start...].contains(where: { $0 >= 0x7F }) {
      let row = terminalSafeJSON(String(decoding: bytes[start...], as: UTF8.self))
      bytes.replaceSubrange(start..., with: row.utf8)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(_ cell: AnswerCell, to bytes: inout [UInt8]) {
    switch cell {
    case .none: bytes.append(contentsOf: "null".utf8)
    case .text(let text): JSON.writeString(text, into: &bytes)
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .time(let time): JSON.writeString(clock.text(time), into: &bytes)
    case .json(let json): json.write(into: &bytes)
    case .value(let text): bytes.append(contentsOf: text.utf8)
    }
  }
}

/// Comma-separated values after RFC 4180, in UTF-8, which no spreadsheet takes for formulas.
enum CSV {
  /// Appends a row with its line end.
  static func append(_ cells: [AnswerCell], _ clock: UTCOffset, to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, clock, to: &bytes)
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  private static func append(_ cell: AnswerCell, _ clock: UTCOffset, to bytes: inout [UInt8]) {
    switch cell {
    case .none: break
    case .text(let text): append(text, to: &bytes)
    // A number computes nothing.
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .time(let time): append(clock.text(time), to: &bytes)
    case .json(.string(let text)):
      append(readsAsAnother(text) ? JSON.string(text).text() : text, to: &bytes)
    case .json(let json) where json.isNumber: json.write(into: &bytes)
    case .json(let json): append(json.text(), to: &bytes)
    // A string or a number has no quotes of its own.
    case .value(let text) where !text.hasPrefix("{") && !text.hasPrefix("["):
      append(AnswerCell(try? JSON(parsing: text)), clock, to: &bytes)
    case .value(let text): append(text, to: &bytes)
    }
  }

  /// Whether a text would be taken for a number or another value, or for no value: it is in the quotes of JSON then.
  private static func readsAsAnother(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    return "-0123456789tfn\"{[".utf8.contains(first) && (try? JSON(parsing: text)) != nil
  }

  /// Appends a text as a field: in quotes if it needs them, and with an apostrophe before what a spreadsheet would compute.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let isQuoted = text.utf8.contains(where: isSpecial)
    if isQuoted { bytes.append(quote) }
    if isComputed(text) { bytes.append(UInt8(ascii: "'")) }
    if isQuoted {
      for byte in text.utf8 {
        if byte == quote { bytes.append(quote) }
        bytes.append(byte)
      }
      bytes.append(quote)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  private static let quote = UInt8(ascii: "\"")

  /// Whether a field with this byte stands in quotes.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case quote, UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// Whether a spreadsheet would compute a text, or it looks like one that has an apostrophe for this reason.
  ///
  /// Spreadsheets compute what begins with one of these signs, in their full-width forms too, and skip white space before it,
  /// some of them every kind that Unicode knows, and the byte order mark.
  private static func isComputed(_ text: String) -> Bool {
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
      case "\t" where index == 0, "\r" where index == 0, "'" where index == 0: return true
      case "\u{FEFF}", "\0"..." ": continue
      case "!"..."~": return false
      default: if !scalar.properties.isWhitespace { return false }
      }
    }
    return false
  }
}
