import Formats
package import JSON

/// Markup in which every text that was put in is escaped.
///
/// Only literals of this program are taken as markup; whatever is interpolated shows as text, unless it is markup
/// itself. So no text of a chapter or of a case can become anything but text.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The markup itself.
  package private(set) var markup: String

  /// No markup.
  package init() { markup = "" }

  /// A literal, which is markup.
  package init(stringLiteral value: String) { markup = value }

  /// Literals, which are markup, and what stands between them.
  package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// A text to be shown.
  package init(text: String) { markup = Self.escape(text) }

  /// A style or a script of this program, as its element has it: nothing in it is escaped.
  init(asset text: String) { markup = text }

  /// Data as a script element has it: without a `<`, nothing in it can end the element.
  package init(scriptData data: JSON) { markup = data.text().replacing("<", with: #"\u003c"#) }

  /// Appends markup.
  package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// Tells literals, which are markup, from what stands between them.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    /// Nothing yet.
    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity)
    }

    /// Markup of this program.
    package mutating func appendLiteral(_ literal: String) { markup += literal }
    /// A text, which is escaped.
    package mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }
    /// A number.
    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    /// Markup as it is.
    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
    /// Pieces of markup, one after the other.
    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
  }
}

extension HTML {
  /// A text as it is shown, in elements and in quoted attributes alike.
  ///
  /// Line breaks and tabs stay; what would be invisible or turn the direction of writing is spelled out.
  fileprivate static func escape(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t", " "..."~": nil
      default: terminalSafe(String(scalar))
      }
    }
  }
}

extension [HTML] {
  /// The parts one after the other, with something between them.
  package func joined(by separator: HTML) -> HTML {
    var result = HTML()
    for (index, part) in enumerated() {
      if index > 0 { result += separator }
      result += part
    }
    return result
  }
}
