import Touchstone

/// How a report looks on the console that it goes to.
package struct ConsoleStyle: Sendable, Hashable {
  /// How many columns there are.
  package var width: Int
  /// Whether someone looks at a screen: only there do two columns stand side by side.
  package var isTerminal: Bool
  /// Whether escape sequences may be written.
  package var isColoured: Bool

  /// A style; what is said of a terminal holds only if it is one.
  package init(width: Int = 80, isTerminal: Bool = false, isColoured: Bool = false) {
    self.width = max(40, width)
    self.isTerminal = isTerminal
    self.isColoured = isColoured
  }

  /// Plain text for files and logs.
  package static let plain = ConsoleStyle()

  /// Whether two columns have room for anything.
  var hasTwoColumns: Bool { isTerminal && width >= 100 }

  /// A colour or a weight of letters.
  package enum Ink: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case bold = "1"
    case dim = "2"
  }

  /// A text in a colour, where there are colours.
  package func paint(_ text: String, _ ink: Ink?) -> String {
    guard isColoured, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}

extension Verdict {
  /// The sign that stands before a case.
  package var sign: String {
    switch self {
    case .passed: "✓"
    case .failed: "✗"
    case .errored: "!"
    case .unsupported: "–"
    case .knownFailure: "~"
    case .unexpectedPass: "?"
    }
  }

  /// The colour of its sign.
  package var ink: ConsoleStyle.Ink {
    switch self {
    case .passed: .green
    case .failed, .errored, .unexpectedPass: .red
    case .unsupported, .knownFailure: .yellow
    }
  }
}
