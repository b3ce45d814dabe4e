/// A pattern for full names of cases: `*` and `?` stay within a part, `**` crosses slashes.
package struct NamePattern {
  private enum Token: Equatable { case byte(UInt8), any, anything, anythingAcross }

  private let tokens: [Token]

  package init(_ text: String) {
    var tokens: [Token] = []
    for byte in text.utf8 {
      switch (byte, tokens.last) {
      case (UInt8(ascii: "*"), .anything), (UInt8(ascii: "*"), .anythingAcross):
        tokens[tokens.count - 1] = .anythingAcross
      case (UInt8(ascii: "*"), _): tokens.append(.anything)
      case (UInt8(ascii: "?"), _): tokens.append(.any)
      default: tokens.append(.byte(byte))
      }
    }
    self.tokens = tokens
  }

  /// Whether the whole name fits.
  ///
  /// All places in the pattern that the name may have reached are kept at once, so that no pattern takes longer
  /// than its length times that of the name.
  package func matches(_ name: String) -> Bool {
    // Whether the name so far fits the tokens before each place.
    var reached = [true] + tokens.map { _ in false }
    skipStars(&reached)
    for byte in name.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      var next = [Bool](repeating: false, count: reached.count)
      for (place, token) in tokens.enumerated() where reached[place] {
        switch token {
        case .byte(let expected): next[place + 1] = byte == expected
        case .any: next[place + 1] = !isSlash
        case .anything: next[place] = next[place] || !isSlash
        case .anythingAcross: next[place] = true
        }
      }
      skipStars(&next)
      reached = next
    }
    return reached[tokens.count]
  }

  /// A star may stand for nothing.
  private func skipStars(_ reached: inout [Bool]) {
    for (place, token) in tokens.enumerated()
    where reached[place] && [.anything, .anythingAcross].contains(token) {
      reached[place + 1] = true
    }
  }
}
