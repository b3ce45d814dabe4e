import Formats

/// Writes texts as XML 1.0, whatever is in them.
enum XMLText {
  /// A text between tags, or an attribute's value between double quotes.
  ///
  /// Characters that XML 1.0 cannot hold at all become the replacement character.
  static func escape(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      // A parser would turn these into spaces or line feeds.
      case "\r": "&#13;"
      case "\t", "\n": nil
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// ` name="value"` for each that has a value, on one line.
  static func attributes(_ pairs: KeyValuePairs<String, String?>) -> String {
    pairs.map { name, value in
      value.map { " \(name)=\"\(escape(terminalSafe($0)))\"" } ?? ""
    }.joined()
  }
}
