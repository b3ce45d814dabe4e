extension PayloadScanner {
  /// What is remembered of an object's members.
  enum Note { case nothing, key, old, new }

  /// Behind an object whose brace was passed.
  mutating func object(_ start: Place, _ note: Note, depth: Int) -> Place? {
    guard depth < Self.depthLimit else { return nil }
    var place = skipSpace(start)
    if place[0] == Words.closeBrace { return place + 1 }
    var node = 0
    // Where the keys of this object begin among the plain ones, once its shape is not remembered.
    var plain = -1
    while true {
      let keyStart = place
      var hash: UInt64
      var isId: Bool
      let expected = plain < 0 ? shapes.expectedChild(of: node, at: place) : 0
      if expected != 0 {
        node = expected
        place += shapes[node].length
        hash = shapes[node].hash
        isId = shapes[node].role != 0
      } else {
        guard let end = key(at: place) else { return nil }
        let length = place.distance(to: end)
        hash = Words.hash(place, count: length)
        isId = isKey(place, length, #"\"_id\""#)
        guard learn(keyStart, length, hash, isId, &node, &plain) else { return nil }
        place = end
      }
      place = skipSpace(place)
      guard place[0] == Words.colon else { return nil }
      place = skipSpace(place + 1)
      let before = oddities
      guard let end = value(place, depth: depth + 1) else { return nil }
      switch note {
      case .nothing: break
      case .key:
        if isId {
          id = ScannedMember(keyHash: hash, start: place, end: end, isOdd: oddities != before)
        }
      case .old:
        let member = ScannedMember(keyHash: hash, start: place, end: end, isOdd: oddities != before)
        if isId { id = member }
        old.append(member)
      case .new:
        // A primary key does not change.
        if isId { return nil }
        new.append(ScannedMember(keyHash: hash, start: place, end: end, isOdd: oddities != before))
      }
      place = skipSpace(end)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      guard place[0] == Words.closeBrace else { return nil }
      if plain >= 0 { plainKeys.removeLast(plainKeys.count - plain) }
      return place + 1
    }
  }

  /// Goes on with a key that was not expected; false if it may stand in the object already.
  @inline(never)
  private mutating func learn(
    _ key: Place,
    _ length: Int,
    _ hash: UInt64,
    _ isId: Bool,
    _ node: inout Int,
    _ plain: inout Int
  ) -> Bool {
    if plain < 0 {
      switch shapes.step(
        from: node,
        to: key,
        length: length,
        hash: hash,
        role: { _, _ in isId ? 1 : 0 }
      ) {
      case .child(let child):
        node = child
        return true
      case .repeated: return false
      case .unknown:
        plain = plainKeys.count
        while node > 0 {
          plainKeys.append(shapes[node].hash)
          node = Int(shapes[node].parent)
        }
      }
    }
    // What is compared is hashes: two keys may share one, and then the slow way decides.
    guard plainKeys.count - plain < 64, !plainKeys[plain...].contains(hash) else { return false }
    plainKeys.append(hash)
    return true
  }

  /// Behind a value of any type.
  private mutating func value(_ place: Place, depth: Int) -> Place? {
    switch place[0] {
    case Words.backslash:
      guard place[1] == Words.quote else { return nil }
      return string(from: place + 2)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return number(place)
    case UInt8(ascii: "t"): return word(place, "true")
    case UInt8(ascii: "f"): return word(place, "false")
    case UInt8(ascii: "n"): return word(place, "null")
    case Words.openBracket: return array(place + 1, depth: depth)
    case Words.openBrace:
      oddities &+= 1
      return object(place + 1, .nothing, depth: depth)
    default: return nil
    }
  }

  private mutating func array(_ start: Place, depth: Int) -> Place? {
    guard depth < Self.depthLimit else { return nil }
    var place = skipSpace(start)
    if place[0] == Words.closeBracket { return place + 1 }
    while true {
      guard let end = value(place, depth: depth + 1) else { return nil }
      place = skipSpace(end)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      return place[0] == Words.closeBracket ? place + 1 : nil
    }
  }
}
