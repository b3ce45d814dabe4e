/// Looks at a payload where it stands in its document, as the text of a string: every quote of the payload is `\"` here.
///
/// Nothing is unescaped: the payload is checked in place. Spellings that are legal and rare, such as an escaped key, are
/// left to the slow way.
struct PayloadScanner {
  /// A member of an `oldValue` or `newValue`.
  private struct Member {
    var keyHash: UInt64
    var start: Place
    var end: Place
    /// Whether the same value can be spelled otherwise.
    var isOdd: Bool
  }

  /// What is remembered of an object's members.
  private enum Note { case nothing, key, old, new }

  /// The lists an object can stand in.
  private enum List {
    static let read: UInt32 = 1
    static let insertions: UInt32 = 2
    static let modifications: UInt32 = 4
    static let deletions: UInt32 = 8
  }

  private static let depthLimit = 64
  /// Beyond that many comparisons a look-up is quicker, which the slow way has.
  private static let comparisonLimit = 4096

  /// Whether the last payload that was sound was that of a read; that of a write otherwise.
  private(set) var isRead = false

  private var shapes = ShapeMemory()
  private var keys = KeyHashes()
  private var old: [Member] = []
  private var new: [Member] = []
  /// The keys of an object whose shape is not remembered.
  private var plainKeys: [UInt64] = []
  /// Counts what makes two spellings of one value possible: escapes, fractions, objects, white space.
  private var oddities = 0
  /// The key of the last object that was noted.
  private var id: Member?

  /// Behind a payload that is surely sound; nil for any other.
  mutating func scan(_ start: Place) -> Place? {
    plainKeys.removeAll(keepingCapacity: true)
    var place = skipSpace(start)
    guard place[0] == Words.openBrace else { return nil }
    var hasType = false
    var hasValue = false
    var classes = 0
    var firstHashes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
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
        next = list(first + 1, List.read)
      } else if first[0] == Words.openBrace {
        // More classes than these in one transaction are rare.
        let hash = Words.hash(place, count: length)
        switch classes {
        case 0: firstHashes.0 = hash
        case 1:
          guard hash != firstHashes.0 else { return nil }
          firstHashes.1 = hash
        case 2:
          guard hash != firstHashes.0, hash != firstHashes.1 else { return nil }
          firstHashes.2 = hash
        case 3:
          guard hash != firstHashes.0, hash != firstHashes.1, hash != firstHashes.2 else {
            return nil
          }
          firstHashes.3 = hash
        default: return nil
        }
        classes += 1
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
    if hasType, hasValue, classes == 0 {
      isRead = true
    } else if !hasType, !hasValue, classes > 0 {
      isRead = false
    } else {
      return nil
    }
    return skipSpace(place + 1)
  }

  // MARK: Lists

  /// Behind the changes of a class, whose brace was passed.
  private mutating func changes(_ start: Place) -> Place? {
    keys.clear()
    var seen: UInt32 = 0
    var place = skipSpace(start)
    while true {
      guard let end = key(at: place) else { return nil }
      let length = place.distance(to: end)
      let list: UInt32
      if isKey(place, length, #"\"modifications\""#) {
        list = List.modifications
      } else if isKey(place, length, #"\"insertions\""#) {
        list = List.insertions
      } else if isKey(place, length, #"\"deletions\""#) {
        list = List.deletions
      } else {
        return nil
      }
      guard seen & list == 0 else { return nil }
      seen |= list
      place = skipSpace(end)
      guard place[0] == Words.colon else { return nil }
      place = skipSpace(place + 1)
      guard place[0] == Words.openBracket else { return nil }
      let next =
        list == List.modifications ? modifications(place + 1) : self.list(place + 1, list)
      guard let next else { return nil }
      place = skipSpace(next)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      return place[0] == Words.closeBrace ? place + 1 : nil
    }
  }

  /// Behind a list of objects that is not empty, whose bracket was passed.
  private mutating func list(_ start: Place, _ list: UInt32) -> Place? {
    // What is deleted can have been created again.
    let others: UInt32 =
      list == List.insertions
      ? List.deletions : list == List.deletions ? List.insertions : 0
    var place = skipSpace(start)
    while true {
      guard place[0] == Words.openBrace else { return nil }
      id = nil
      guard let end = object(place + 1, .key, depth: 3) else { return nil }
      guard noteKey(list, others) else { return nil }
      place = skipSpace(end)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      return place[0] == Words.closeBracket ? place + 1 : nil
    }
  }

  private mutating func modifications(_ start: Place) -> Place? {
    var place = skipSpace(start)
    while true {
      guard place[0] == Words.openBrace else { return nil }
      old.removeAll(keepingCapacity: true)
      new.removeAll(keepingCapacity: true)
      id = nil
      var isOldSeen = false
      var isNewSeen = false
      place = skipSpace(place + 1)
      for index in 0..<2 {
        guard let end = key(at: place) else { return nil }
        let isOld = isKey(place, place.distance(to: end), #"\"oldValue\""#)
        guard isOld || isKey(place, place.distance(to: end), #"\"newValue\""#) else { return nil }
        guard isOld ? !isOldSeen : !isNewSeen else { return nil }
        if isOld { isOldSeen = true } else { isNewSeen = true }
        place = skipSpace(end)
        guard place[0] == Words.colon else { return nil }
        place = skipSpace(place + 1)
        guard place[0] == Words.openBrace,
          let next = object(place + 1, isOld ? .old : .new, depth: 4)
        else { return nil }
        place = skipSpace(next)
        guard place[0] == (index == 0 ? Words.comma : Words.closeBrace) else { return nil }
        place = index == 0 ? skipSpace(place + 1) : place + 1
      }
      guard areChanges(), noteKey(List.modifications, 0) else { return nil }
      place = skipSpace(place)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      return place[0] == Words.closeBracket ? place + 1 : nil
    }
  }

  /// Notes the key of the last object; false if something may be wrong with it.
  private mutating func noteKey(_ list: UInt32, _ others: UInt32) -> Bool {
    guard let id else { return true }
    switch id.start[0] {
    case UInt8(ascii: "n"): return true
    // A string without escapes, or an integer: each is spelled in one way only.
    case Words.backslash, UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard !id.isOdd else { return false }
      return keys.insert(
        Words.hash(id.start, count: id.start.distance(to: id.end)),
        list: list,
        mayStandIn: others
      )
    default: return false
    }
  }

  /// Whether each new member is an old one with another value, for sure.
  private func areChanges() -> Bool {
    guard old.count * new.count <= Self.comparisonLimit else { return false }
    for member in new {
      guard let before = old.first(where: { $0.keyHash == member.keyHash }),
        surelyDiffer(before, member)
      else { return false }
    }
    return true
  }

  private func surelyDiffer(_ left: Member, _ right: Member) -> Bool {
    let count = left.start.distance(to: left.end)
    if count == right.start.distance(to: right.end),
      Words.areSame(left.start, right.start, count: count)
    {
      return false
    }
    if !left.isOdd, !right.isOdd { return true }
    let (leftFraction, rightFraction) = (Self.fraction(left), Self.fraction(right))
    if let leftFraction, let rightFraction { return leftFraction != rightFraction }
    // An integer literal and one with a fraction are never the same value.
    if leftFraction != nil, !right.isOdd { return true }
    return rightFraction != nil && !left.isOdd
  }

  /// The value of a number with a fraction that is a quotient of two exact doubles.
  private static func fraction(_ member: Member) -> Double? {
    var place = member.start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard place[0] &- 0x30 < 10, place.distance(to: member.end) <= 16 else { return nil }
    var digits: UInt64 = 0
    var power = 1.0
    var hasPoint = false
    while place < member.end {
      let digit = place[0] &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        if hasPoint { power *= 10 }
      } else {
        guard place[0] == UInt8(ascii: "."), !hasPoint else { return nil }
        hasPoint = true
      }
      place += 1
    }
    guard hasPoint else { return nil }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }

  // MARK: Values

  /// Behind an object whose brace was passed.
  private mutating func object(_ start: Place, _ note: Note, depth: Int) -> Place? {
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
          id = Member(keyHash: hash, start: place, end: end, isOdd: oddities != before)
        }
      case .old:
        let member = Member(keyHash: hash, start: place, end: end, isOdd: oddities != before)
        if isId { id = member }
        old.append(member)
      case .new:
        // A primary key does not change.
        if isId { return nil }
        new.append(Member(keyHash: hash, start: place, end: end, isOdd: oddities != before))
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

  @inline(__always)
  private func word(_ place: Place, _ text: StaticString) -> Place? {
    for index in 0..<text.utf8CodeUnitCount where place[index] != text.utf8Start[index] {
      return nil
    }
    return place + text.utf8CodeUnitCount
  }

  private mutating func number(_ start: Place) -> Place? {
    var place = start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    if place[0] == UInt8(ascii: "0") {
      place += 1
      if place[0] &- 0x30 < 10 { return nil }
      // -0 is a double.
      if isNegative { oddities &+= 1 }
    } else {
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    if place[0] == UInt8(ascii: ".") {
      oddities &+= 1
      place += 1
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    if place[0] | 0x20 == UInt8(ascii: "e") {
      oddities &+= 1
      place += 1
      if place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") { place += 1 }
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    return place
  }

  // MARK: Strings

  /// Behind the closing quote of a string, which is `\"` here.
  private mutating func string(from first: Place) -> Place? {
    var place = first
    while true {
      place = Words.special(from: place)
      if place[0] == Words.backslash {
        if place[1] == Words.quote { return place + 2 }
        guard let next = escape(place) else { return nil }
        oddities &+= 1
        place = next
      } else if place[0] >= 0x80 {
        let length = Words.wellFormedLength(place)
        if length == 0 { return nil }
        place += length
      } else {
        return nil
      }
    }
  }

  /// Behind an escape: one of the payload, whose backslash is `\\` here, or one of the document around it.
  @inline(never)
  private func escape(_ place: Place) -> Place? {
    switch place[1] {
    case Words.backslash:
      switch place[2] {
      case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
        UInt8(ascii: "t"), UInt8(ascii: "/"):
        return place + 3
      case Words.backslash:
        return place[3] == Words.quote || place[3] == Words.backslash ? place + 4 : nil
      case UInt8(ascii: "u"):
        guard let unit = Words.hex(place + 3) else { return nil }
        guard unit & 0xF800 == 0xD800 else { return place + 7 }
        guard unit < 0xDC00, place[7] == Words.backslash, place[8] == Words.backslash,
          place[9] == UInt8(ascii: "u"), let low = Words.hex(place + 10), low & 0xFC00 == 0xDC00
        else { return nil }
        return place + 14
      default: return nil
      }
    case UInt8(ascii: "u"):
      guard let unit = Words.hex(place + 2), unit >= 0x20, unit != 0x22, unit != 0x5C else {
        return nil
      }
      guard unit & 0xF800 == 0xD800 else { return place + 6 }
      guard unit < 0xDC00, place[6] == Words.backslash, place[7] == UInt8(ascii: "u"),
        let low = Words.hex(place + 8), low & 0xFC00 == 0xDC00
      else { return nil }
      return place + 12
    case UInt8(ascii: "/"): return place + 2
    default: return nil
    }
  }

  /// Behind a key without escapes.
  @inline(__always)
  private func key(at place: Place) -> Place? {
    guard isQuote(place) else { return nil }
    var end = place + 2
    while true {
      end = Words.special(from: end)
      if end[0] == Words.backslash { return end[1] == Words.quote ? end + 2 : nil }
      guard end[0] >= 0x80 else { return nil }
      let length = Words.wellFormedLength(end)
      if length == 0 { return nil }
      end += length
    }
  }

  @inline(__always)
  private func isQuote(_ place: Place) -> Bool {
    place[0] == Words.backslash && place[1] == Words.quote
  }

  @inline(__always)
  private func isKey(_ place: Place, _ length: Int, _ key: StaticString) -> Bool {
    guard length == key.utf8CodeUnitCount else { return false }
    for index in 0..<length where place[index] != key.utf8Start[index] { return false }
    return true
  }

  /// Behind white space, of which all but the space itself is an escape here.
  @inline(__always)
  private mutating func skipSpace(_ place: Place) -> Place {
    if place[0] > 0x20, place[0] != Words.backslash || place[1] == Words.quote { return place }
    return skipSpaceSlowly(place)
  }

  @inline(never)
  private mutating func skipSpaceSlowly(_ start: Place) -> Place {
    var place = start
    while true {
      if place[0] == 0x20 {
        place += 1
      } else if place[0] == Words.backslash,
        place[1] == UInt8(ascii: "n") || place[1] == UInt8(ascii: "t")
          || place[1] == UInt8(ascii: "r")
      {
        place += 2
      } else {
        break
      }
    }
    if place != start { oddities &+= 1 }
    return place
  }
}
