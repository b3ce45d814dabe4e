import Formats
import JSON
import Touchstone

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
        event.value.appendRows(to: &rows)
      }
    }
    return rows
  }

  /// Up to how many events a trail is shown with those that are as expected.
  private static let wholeTrailLimit = 4
  /// How many rows are made: a reader does not get to the ten thousandth.
  static let rowLimit = 2_000

  /// Appends the rows of one value.
  ///
  /// Values that are equal and short take one row.
  private func appendRows(to rows: inout [ComparisonRow], label: String = "", margin: String = "") {
    guard rows.count < Self.rowLimit else { return }
    let layout = Layout.comparing
    func lines(_ json: JSON) -> [String] { layout.rows(of: json, label: label, margin: margin) }
    func row(_ json: JSON) -> String? {
      layout.row(of: json, label: label, margin: margin).map(terminalSafe)
    }
    func appendParts(_ open: String, _ parts: [(label: String, value: Comparison)], _ close: String)
    {
      if isEqual, let whole, let left = row(whole.expected), let right = row(whole.actual) {
        return rows.append([left], [right], .same)
      }
      rows.append(margin + terminalSafe(label) + open)
      for part in parts {
        part.value.appendRows(to: &rows, label: part.label, margin: margin + "  ")
      }
      rows.append(margin + close)
    }
    switch self {
    case .equal(let expected, let actual): rows.append(lines(expected), lines(actual), .same)
    case .different(let expected, let actual, _):
      rows.append(lines(expected), lines(actual), .different)
    case .missing(let expected, _): rows.append(lines(expected), [], .missing)
    case .absent: rows.append(margin + terminalSafe(label) + "(nothing, as expected)")
    case .extra(let actual, _): rows.append([], lines(actual), .extra)
    case .object(let members):
      appendParts("{", members.map { (layout.label($0.key), $0.value) }, "}")
    case .array(let elements): appendParts("[", elements.map { ("", $0.value) }, "]")
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
