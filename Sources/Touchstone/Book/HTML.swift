/// Markup in which every text that was put in is escaped.
///
/// Only literals of this program are taken as markup; whatever is interpolated shows as text, unless it is markup
/// itself. So no text of a chapter or of a case can become anything but text.
struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  private(set) var markup: String

  /// No markup.
  init() { markup = "" }

  init(stringLiteral value: String) { markup = value }

  init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// A text to be shown.
  init(text: String) { markup = Self.escape(text) }

  var isEmpty: Bool { markup.isEmpty }

  static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// Tells literals, which are markup, from what stands between them.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { markup += literal }
    mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
  }
}

extension HTML {
  /// A text as it is shown, in elements and in quoted attributes alike.
  ///
  /// Line breaks and tabs stay; what would be invisible or turn the direction of writing is spelled out.
  fileprivate static func escape(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t", " "..."~": result.unicodeScalars.append(scalar)
      default: result += terminalSafe(String(scalar))
      }
    }
    return result
  }
}

extension [HTML] {
  /// The parts one after the other, with something between them.
  func joined(by separator: HTML) -> HTML {
    var result = HTML()
    for (index, part) in enumerated() {
      if index > 0 { result += separator }
      result += part
    }
    return result
  }
}
