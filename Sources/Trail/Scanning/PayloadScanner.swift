/// Looks at a payload where it stands in its document, as the text of a string: every quote of the payload is `\"` here.
///
/// Nothing is unescaped: the payload is checked in place. Spellings that are legal and rare, such as an escaped key, are
/// left to the slow way.
struct PayloadScanner {
  static let depthLimit = 64

  /// Whether the last payload that was sound was that of a read; that of a write otherwise.
  private(set) var isRead = false

  var shapes = ShapeMemory()
  var keys = KeyHashes()
  /// The members of the `oldValue` and the `newValue` that are compared.
  var old: [ScannedMember] = []
  var new: [ScannedMember] = []
  /// The keys of objects whose shape is not remembered; below them, the classes of the payload.
  var plainKeys: [UInt64] = []
  /// Counts what makes two spellings of one value possible: escapes, fractions, objects, white space.
  var oddities = 0
  /// The key of the last object that was noted.
  var id: ScannedMember?

  /// Beyond that many comparisons a look-up is quicker, which the slow way has.
  static let comparisonLimit = 4096
  /// More classes than these in one transaction are rare.
  private static let classLimit = 4

  /// Behind a payload that is surely sound; nil for any other.
  mutating func scan(_ start: Place) -> Place? {
    plainKeys.removeAll(keepingCapacity: true)
    var place = skipSpace(start)
    guard place[0] == Words.openBrace else { return nil }
    var hasType = false
    var hasValue = false
    place = skipSpace(place + 1)
    while true {
      guard let key = key(at: place) else { return nil }
      let length = place.distance(to: key)
      let value = skipSpace(key)
      guard value[0] == Words.colon else { return nil }
      let first = skipSpace(value + 1)
      let next: Place?
      if isQuote(first), !hasType, isKey(place, length, #"\"type\""#) {
        hasType = true
        next = string(from: first + 2)
      } else if first[0] == Words.openBracket, !hasValue, isKey(place, length, #"\"value\""#) {
        hasValue = true
        keys.clear()
        next = list(first + 1, .read)
      } else if first[0] == Words.openBrace {
        let hash = Words.hash(place, count: length)
        guard plainKeys.count < Self.classLimit, !plainKeys.contains(hash) else { return nil }
        plainKeys.append(hash)
        next = changes(first + 1)
      } else {
        return nil
      }
      guard let next else { return nil }
      place = skipSpace(next)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      guard place[0] == Words.closeBrace else { return nil }
      break
    }
    isRead = hasType
    // Either both members of a read, or nothing but classes.
    guard hasType == hasValue, hasType == plainKeys.isEmpty else { return nil }
    return skipSpace(place + 1)
  }
}
