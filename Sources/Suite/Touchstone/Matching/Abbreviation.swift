import Formats
package import JSON

/// Short, printable words for values in findings: a finding must fit on a line, whatever an implementation sent.
package enum Abbreviation {
  /// How many characters of a value are shown.
  package static let limit = 60

  /// A scalar as it is written, anything else by its kind and size.
  package static func describe(_ json: JSON, in notation: Notation = .payload) -> String {
    switch json {
    case .array(let elements): return "an array of \(elements.count)"
    case .object(let object):
      if notation == .extended, Scalar(json, in: .extended) != nil { return shorten(json.text()) }
      if object.count == 1, object.keys[0].hasPrefix("$$") { return shorten(json.text()) }
      return "an object of \(object.count)"
    default: return shorten(json.text())
    }
  }

  /// The text itself, shortened in its middle.
  package static func shorten(_ text: String, to limit: Int = limit) -> String {
    // Counting characters of a text of many megabytes costs more than it tells.
    let start = text.prefix(limit + 1)
    guard start.count > limit else { return terminalSafe(text) }
    return terminalSafe(String(text.prefix(limit - limit / 3 - 1))) + "…"
      + terminalSafe(String(text.suffix(limit / 3)))
  }
}
