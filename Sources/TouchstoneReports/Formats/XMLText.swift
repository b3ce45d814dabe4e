import Touchstone

/// Writes texts as XML 1.0, whatever is in them.
enum XMLText {
  /// A text between tags, or an attribute's value between double quotes.
  ///
  /// Characters that XML 1.0 cannot hold at all become the replacement character.
  static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // A parser would turn these into spaces or line feeds.
      case "\r": escaped += "&#13;"
      case _ where isForbidden(scalar): escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// ` name="value"` for each, on one line.
  static func attributes(_ pairs: KeyValuePairs<String, String>) -> String {
    pairs.map { " \($0.key)=\"\(escape(terminalSafe($0.value)))\"" }.joined()
  }
}
