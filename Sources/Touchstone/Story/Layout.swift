package import JSON

/// Lays JSON out for people: what fits on a line stands on one, the rest is broken into its parts.
package struct Layout {
  private let width: Int
  private var lines: [String] = []

  private init(width: Int) { self.width = width }

  /// The lines of a value, none longer than the width where that can be.
  package static func lines(of json: JSON, width: Int = Paragraph.width) -> [String] {
    var layout = Layout(width: width)
    layout.add(json, before: "", after: "")
    return layout.lines
  }

  /// A value on one line, with a space after each comma and colon.
  package static func line(of json: JSON) -> String { oneLine(json, limit: .max) ?? "" }

  private mutating func add(_ json: JSON, before: String, after: String, margin: String = "") {
    let room = width - margin.count - before.count - after.count
    if let line = Self.oneLine(json, limit: room) {
      return lines.append(margin + before + line + after)
    }
    guard let parts = Self.parts(of: json), let last = parts.elements.indices.last else {
      return lines.append(margin + before + json.text() + after)
    }
    lines.append(margin + before + parts.open)
    for (index, element) in parts.elements.enumerated() {
      let comma = index < last ? "," : ""
      add(element.value, before: element.label, after: comma, margin: margin + "  ")
    }
    lines.append(margin + parts.close + after)
  }

  private static func parts(
    of json: JSON
  ) -> (open: String, close: String, elements: [(label: String, value: JSON)])? {
    switch json {
    case .array(let elements): ("[", "]", elements.map { ("", $0) })
    case .object(let members):
      ("{", "}", members.map { (JSON.string($0.key).text() + ": ", $0.value) })
    default: nil
    }
  }

  /// The value on one line, unless that is longer than the limit.
  ///
  /// Gives up as soon as it is, so that the whole layout takes time linear in the value.
  private static func oneLine(_ json: JSON, limit: Int) -> String? {
    var line = ""
    var room = limit
    return append(json, to: &line, room: &room) ? line : nil
  }

  private static func append(_ json: JSON, to line: inout String, room: inout Int) -> Bool {
    guard let parts = parts(of: json) else { return append(json.text(), to: &line, room: &room) }
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

  private static func append(_ text: String, to line: inout String, room: inout Int) -> Bool {
    room -= text.count
    line += text
    return room >= 0
  }
}
