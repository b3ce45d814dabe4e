extension PayloadScanner {
  /// What is remembered of an object's members.
  enum Note { case nothing, key, old, new }

  /// Where the members of an object have got to.
  private struct Key {
    /// What is remembered of it and the keys before it.
    var node: Int
    /// Where the keys of this object begin among the plain ones, once its shape is not remembered; negative before.
    var plain: Int
    var hash: UInt64
    var isId: Bool
    /// Where its value begins.
    var value: Place
  }

  /// Behind an object whose brace was passed.
  mutating func object(_ start: Place, _ note: Note, depth: Int) -> Place? {
    guard depth < Self.depthLimit else { return nil }
    var place = start
    var key = Key(node: 0, plain: -1, hash: 0, isId: false, value: start)
    while true {
      let expected = key.plain < 0 ? shapes.expectedChild(of: key.node, at: place) : 0
      if expected != 0 {
        let node = shapes[expected]
        key.node = expected
        key.hash = node.hash
        key.isId = node.role != 0
        key.value = place + node.length
      } else {
        let end = skipSpace(place)
        if end[0] == Words.closeBrace {
          if key.plain >= 0 { plainKeys.removeLast(plainKeys.count - key.plain) }
          return end + 1
        }
        guard let other = unexpectedKey(place, behind: key, isFirst: place == start) else {
          return nil
        }
        key = other
      }
      let before = oddities
      guard let end = value(key.value, depth: depth + 1) else { return nil }
      if note != .nothing, key.isId || note != .key {
        let member = ScannedMember(
          keyHash: key.hash,
          start: key.value,
          end: end,
          isOdd: oddities != before
        )
        // A primary key does not change.
        if key.isId, note == .new { return nil }
        if key.isId { id = member }
        if note == .old { old.append(member) }
        if note == .new { new.append(member) }
      }
      place = end
    }
  }

  /// The key behind another one, with the comma before it and the colon behind it; nil if it is none, or may stand in the
  /// object already.
  @inline(never)
  private mutating func unexpectedKey(_ start: Place, behind last: Key, isFirst: Bool) -> Key? {
    var place = skipSpace(start)
    if !isFirst {
      guard place[0] == Words.comma else { return nil }
      place = skipSpace(place + 1)
    }
    guard let end = key(at: place) else { return nil }
    let length = place.distance(to: end)
    let colon = skipSpace(end)
    guard colon[0] == Words.colon else { return nil }
    var key = last
    key.hash = Words.hash(place, count: length)
    key.isId = isKey(place, length, #"\"_id\""#)
    key.value = skipSpace(colon + 1)
    if key.plain < 0 {
      switch shapes.step(
        from: key.node,
        to: start,
        length: start.distance(to: key.value),
        hash: key.hash,
        role: key.isId ? 1 : 0
      ) {
      case .child(let child):
        key.node = child
        return key
      case .repeated: return nil
      case .unknown:
        key.plain = plainKeys.count
        while key.node > 0 {
          plainKeys.append(shapes[key.node].hash)
          key.node = Int(shapes[key.node].parent)
        }
      }
    }
    // What is compared is hashes: two keys may share one, and then the slow way decides.
    guard plainKeys.count - key.plain < 64, !plainKeys[key.plain...].contains(key.hash) else {
      return nil
    }
    plainKeys.append(key.hash)
    return key
  }

  /// Behind a value of any type.
  @inline(__always)
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
