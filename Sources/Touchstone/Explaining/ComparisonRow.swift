import JSON

/// A line of an expected value beside the line of the actual one that it was compared with.
package struct ComparisonRow: Sendable, Hashable {
  /// How the two sides differ.
  package enum Mark: String, Sendable {
    case same = " "
    case different = "≠"
    case missing = "-"
    case extra = "+"
  }

  /// The line of the expected value; nil if there is none.
  package var expected: String?
  /// The line of the actual value; nil if there is none.
  package var actual: String?
  /// How they differ.
  package var mark: Mark

  /// A row of two sides.
  package init(expected: String?, actual: String?, mark: Mark) {
    self.expected = expected
    self.actual = actual
    self.mark = mark
  }
}

extension Comparison {
  /// The comparison of two trails as rows, an event after the other.
  func trailRows() -> [ComparisonRow] {
    guard case .array(let events) = self else { return [] }
    var rows: [ComparisonRow] = []
    for event in events {
      if rows.count >= Self.rowLimit { break }
      if !rows.isEmpty { rows.append("") }
      if events.count > Self.wholeTrailLimit, event.value.isEqual {
        rows.append("(events[\(event.index)] is as expected)")
      } else {
        event.value.appendRows(to: &rows, label: "", depth: 0)
      }
    }
    return rows
  }

  /// Up to how many events a trail is shown with those that are as expected.
  private static let wholeTrailLimit = 4
  /// How many rows are made: nobody reads the ten thousandth.
  static let rowLimit = 2_000

  /// Appends the rows of one value.
  ///
  /// Values that are equal and short take one row.
  private func appendRows(to rows: inout [ComparisonRow], label: String, depth: Int) {
    guard rows.count < Self.rowLimit else { return }
    let indentation = String(repeating: "  ", count: depth)
    func lines(_ json: JSON) -> [String] {
      ValueLines.lines(of: json, label: indentation + label, depth: depth)
    }
    func appendParts(
      _ open: String,
      _ parts: [(label: String, value: Comparison)],
      _ close: String,
      isWhole: Bool
    ) {
      if isEqual, isWhole, let whole, ValueLines.fitsOnALine(whole.expected),
        ValueLines.fitsOnALine(whole.actual)
      {
        return rows.append(lines(whole.expected), lines(whole.actual), .same)
      }
      rows.append(indentation + label + open)
      for part in parts { part.value.appendRows(to: &rows, label: part.label, depth: depth + 1) }
      rows.append(indentation + close)
    }
    switch self {
    case .equal(let expected, let actual): rows.append(lines(expected), lines(actual), .same)
    case .different(let expected, let actual, _):
      rows.append(lines(expected), lines(actual), .different)
    case .missing(let expected, _): rows.append(lines(expected), [], .missing)
    case .absent: rows.append(indentation + label + "(nothing, as expected)")
    case .extra(let actual, _): rows.append([], lines(actual), .extra)
    case .object(let members):
      let parts = members.map { (ValueLines.label($0.key), $0.value) }
      appendParts("{", parts, "}", isWhole: depth > 0)
    case .array(let elements):
      appendParts("[", elements.map { ("", $0.value) }, "]", isWhole: true)
    }
  }

  /// The values themselves, put together again; nil where nothing stands for one of them.
  private var whole: (expected: JSON, actual: JSON)? {
    switch self {
    case .equal(let expected, let actual): return (expected, actual)
    case .object(let members):
      var (left, right): (JSONObject, JSONObject) = ([:], [:])
      for member in members {
        guard let whole = member.value.whole else { return nil }
        left[member.key] = whole.expected
        right[member.key] = whole.actual
      }
      return (.object(left), .object(right))
    case .array(let elements):
      let wholes = elements.compactMap(\.value.whole)
      guard wholes.count == elements.count else { return nil }
      return (.array(wholes.map(\.expected)), .array(wholes.map(\.actual)))
    case .different, .missing, .extra, .absent: return nil
    }
  }
}

/// A value as indented lines: short ones on one line, keys without quotes where they are plain words.
enum ValueLines {
  static let shortLimit = 60
  /// How many lines of one value are shown.
  static let lineLimit = 40

  static func label(_ key: String) -> String {
    let isPlain = key.wholeMatch(of: #/[A-Za-z0-9_]+/#) != nil
    return terminalSafe(isPlain ? key : JSON.string(key).text()) + ": "
  }

  static func lines(of json: JSON, label: String, depth: Int) -> [String] {
    var lines: [String] = []
    append(json, label, depth, &lines)
    guard lines.count > lineLimit else { return lines }
    return lines.prefix(lineLimit) + [
      String(repeating: "  ", count: depth) + "… \(lines.count - lineLimit) more lines"
    ]
  }

  private static func append(_ json: JSON, _ label: String, _ depth: Int, _ lines: inout [String]) {
    // Enough is seen; what is beyond is only counted.
    guard lines.count <= 10_000 else { return }
    let indentation = String(repeating: "  ", count: depth)
    switch json {
    case .object(let object) where depth == 0 || !isShort(json):
      lines.append(label + "{")
      for (key, value) in object {
        append(value, indentation + "  " + Self.label(key), depth + 1, &lines)
      }
      lines.append(indentation + "}")
    case .array(let elements) where !isShort(json):
      lines.append(label + "[")
      for element in elements { append(element, indentation + "  ", depth + 1, &lines) }
      lines.append(indentation + "]")
    case .string(let text) where text.utf8.count > textLimit:
      // What is cut off is not even written: it may have many megabytes.
      let start = JSON.string(String(text.prefix(textLimit))).text().dropLast()
      lines.append(label + terminalSafe(String(start)) + "… (\(text.utf8.count) bytes)")
    default: lines.append(label + terminalSafe(json.text()))
    }
  }

  /// How many characters of a text are shown.
  private static let textLimit = 1000

  /// Whether all of a value is small enough for one line; one that is not is not written out.
  static func fitsOnALine(_ json: JSON) -> Bool {
    var room = shortLimit
    return takes(json, &room) && json.text().count <= shortLimit
  }

  private static func takes(_ json: JSON, _ room: inout Int) -> Bool {
    switch json {
    case .string(let text): room -= text.utf8.count / 4
    case .array(let elements):
      room -= elements.count
      return room >= 0 && elements.allSatisfy { takes($0, &room) }
    case .object(let members):
      room -= members.count
      return room >= 0 && members.allSatisfy { takes($0.value, &room) }
    default: room -= 1
    }
    return room >= 0
  }

  /// Whether a value is shown on one line; large ones are not written out to find that out.
  private static func isShort(_ json: JSON) -> Bool {
    isSmall(json, members: 6, elements: 12) && json.text().count <= shortLimit
  }

  private static func isSmall(_ json: JSON, members: Int = 3, elements: Int = 6) -> Bool {
    switch json {
    case .string(let text): text.utf8.count <= shortLimit
    case .object(let object): object.count <= members && object.allSatisfy { isSmall($0.value) }
    case .array(let array): array.count <= elements && array.allSatisfy { isSmall($0) }
    default: true
    }
  }
}

extension [ComparisonRow] {
  /// A line that is the same on both sides.
  fileprivate mutating func append(_ line: String) {
    append(ComparisonRow(expected: line, actual: line, mark: .same))
  }

  /// Lines beside lines, as far as there are any.
  fileprivate mutating func append(
    _ expected: [String],
    _ actual: [String],
    _ mark: ComparisonRow.Mark
  ) {
    for index in 0..<Swift.max(expected.count, actual.count) {
      let left = index < expected.count ? expected[index] : nil
      let right = index < actual.count ? actual[index] : nil
      append(ComparisonRow(expected: left, actual: right, mark: mark))
    }
  }
}
