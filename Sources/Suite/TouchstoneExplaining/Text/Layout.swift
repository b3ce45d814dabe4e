import Formats
package import JSON

/// Lays JSON out for people: what fits on a line stands on one, the rest is broken into its parts.
///
/// What is nested too deeply to be looked at stays on one: its margins would grow with the square of its depth.
package struct Layout {
  private var width: Int
  /// Whether another value stands beside it.
  ///
  /// Then no commas set lines apart that say the same, keys that are words have no quotes, and too much is cut off.
  private var isCompared = false
  private var lines: [String] = []

  /// The lines of a value, none longer than the width where that can be.
  package static func lines(of json: JSON, width: Int = Paragraph.width) -> [String] {
    var layout = Layout(width: width)
    layout.add(json, before: "", after: "")
    return layout.lines
  }

  /// A value on one line, with a space after each comma and colon.
  package static func line(of json: JSON) -> String {
    Layout(width: .max).oneLine(json, limit: .max) ?? ""
  }

  /// What values that are compared are laid out by.
  static let comparing = Layout(width: 72, isCompared: true)
  /// How wide the margin of a value is that is not broken any more.
  private static let marginLimit = 80
  /// How many lines of a value that is compared are shown.
  private static let shownLimit = 40
  /// How many are made; what is beyond is not even counted.
  private static let lineLimit = 10_000
  /// How many characters of a text that is compared are shown.
  private static let textLimit = 1000

  /// The lines of a value to be shown beside another one, safe to print.
  func rows(of json: JSON, label: String, margin: String) -> [String] {
    var layout = self
    layout.add(json, before: label, after: "", margin: margin)
    let shown = layout.lines.prefix(Self.shownLimit).map(terminalSafe)
    let rest = layout.lines.count - shown.count
    return rest > 0 ? shown + [margin + "… \(rest) more lines"] : shown
  }

  /// The only line of a value; nil if it has more.
  ///
  /// Whole events, which have no margin, are always broken into their fields where they are compared.
  func row(of json: JSON, label: String, after: String = "", margin: String) -> String? {
    if isCompared, margin.isEmpty { return nil }
    let room = width - margin.count - label.count - after.count
    return oneLine(json, limit: room).map { margin + label + $0 + after }
  }

  private mutating func add(_ json: JSON, before: String, after: String, margin: String = "") {
    if isCompared, lines.count > Self.lineLimit { return }
    if let line = row(of: json, label: before, after: after, margin: margin) {
      return lines.append(line)
    }
    if margin.utf8.count >= Self.marginLimit, let line = oneLine(json, limit: .max) {
      return lines.append(margin + before + line + after)
    }
    guard let parts = parts(of: json), let last = parts.elements.indices.last else {
      return lines.append(margin + before + text(of: json) + after)
    }
    lines.append(margin + before + parts.open)
    for (index, element) in parts.elements.enumerated() {
      let comma = index < last && !isCompared ? "," : ""
      add(element.value, before: element.label, after: comma, margin: margin + "  ")
    }
    lines.append(margin + parts.close + after)
  }

  private func parts(
    of json: JSON
  ) -> (open: String, close: String, elements: [(label: String, value: JSON)])? {
    let limit = isCompared ? Self.lineLimit : .max
    return switch json {
    case .array(let elements): ("[", "]", elements.prefix(limit).map { ("", $0) })
    case .object(let members):
      ("{", "}", members.prefix(limit).map { (label($0.key), $0.value) })
    default: nil
    }
  }

  /// What stands before the value of a key.
  func label(_ key: String) -> String {
    let isWord = key.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    return (isCompared && isWord && !key.isEmpty ? key : JSON.string(key).text()) + ": "
  }

  /// A value without parts.
  private func text(of json: JSON) -> String {
    guard isCompared, case .string(let text) = json, text.utf8.count > Self.textLimit else {
      return json.text()
    }
    // What is cut off is not even written: it may have many megabytes.
    let start = JSON.string(String(text.prefix(Self.textLimit))).text().dropLast()
    return start + "… (\(text.utf8.count) bytes)"
  }

  /// The value on one line, unless that is longer than the limit.
  ///
  /// Gives up as soon as it is, so that the whole layout takes time linear in the value.
  private func oneLine(_ json: JSON, limit: Int) -> String? {
    var line = ""
    var room = limit
    return append(json, to: &line, room: &room) ? line : nil
  }

  private func append(_ json: JSON, to line: inout String, room: inout Int) -> Bool {
    guard let parts = parts(of: json) else {
      return append(text(of: json), to: &line, room: &room)
    }
    guard append(parts.open, to: &line, room: &room) else { return false }
    for (index, element) in parts.elements.enumerated() {
      let label = (index > 0 ? ", " : "") + element.label
      guard append(label, to: &line, room: &room), append(element.value, to: &line, room: &room)
      else {
        return false
      }
    }
    return append(parts.close, to: &line, room: &room)
  }

  private func append(_ text: String, to line: inout String, room: inout Int) -> Bool {
    room -= text.count
    line += text
    return room >= 0
  }
}
