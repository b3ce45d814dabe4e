/// A pattern for full names of cases: `*` and `?` stay within a part, `**` crosses slashes.
struct NamePattern {
  private enum Token {
    case byte(UInt8), any, anything, anythingAcross

    var mayBeEmpty: Bool {
      switch self {
      case .anything, .anythingAcross: true
      case .byte, .any: false
      }
    }
  }

  private let tokens: [Token]

  init(_ text: String) {
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
  func matches(_ name: String) -> Bool {
    let slash = UInt8(ascii: "/")
    var places = reachable([0])
    for byte in name.utf8 {
      var next: Set<Int> = []
      for place in places where place < tokens.count {
        switch tokens[place] {
        case .byte(let expected): if byte == expected { next.insert(place + 1) }
        case .any: if byte != slash { next.insert(place + 1) }
        case .anything: if byte != slash { next.insert(place) }
        case .anythingAcross: next.insert(place)
        }
      }
      places = reachable(next)
      if places.isEmpty { return false }
    }
    return places.contains(tokens.count)
  }

  /// With every star that may stand for nothing skipped.
  private func reachable(_ places: Set<Int>) -> Set<Int> {
    var result = places
    for start in places {
      var place = start
      while place < tokens.count, tokens[place].mayBeEmpty, result.insert(place + 1).inserted {
        place += 1
      }
    }
    return result
  }
}
