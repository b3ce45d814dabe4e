extension PayloadScanner {
  /// Behind the changes of a class, whose brace was passed.
  mutating func changes(_ start: Place) -> Place? {
    keys.clear()
    var seen: ObjectLists = []
    var place = skipSpace(start)
    while true {
      guard let end = key(at: place) else { return nil }
      let length = place.distance(to: end)
      let list: ObjectLists
      if isKey(place, length, #"\"modifications\""#) {
        list = .modifications
      } else if isKey(place, length, #"\"insertions\""#) {
        list = .insertions
      } else if isKey(place, length, #"\"deletions\""#) {
        list = .deletions
      } else {
        return nil
      }
      guard seen.isDisjoint(with: list) else { return nil }
      seen.formUnion(list)
      place = skipSpace(end)
      guard place[0] == Words.colon else { return nil }
      place = skipSpace(place + 1)
      guard place[0] == Words.openBracket else { return nil }
      let next =
        list == .modifications ? modifications(place + 1) : self.list(place + 1, list)
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
  mutating func list(_ start: Place, _ list: ObjectLists) -> Place? {
    // What is deleted can have been created again.
    let others: ObjectLists =
      list == .insertions
      ? .deletions : list == .deletions ? .insertions : []
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
      guard areChanges(), noteKey(.modifications, []) else { return nil }
      place = skipSpace(place)
      if place[0] == Words.comma {
        place = skipSpace(place + 1)
        continue
      }
      return place[0] == Words.closeBracket ? place + 1 : nil
    }
  }

  /// Notes the key of the last object; false if something may be wrong with it.
  private mutating func noteKey(_ list: ObjectLists, _ others: ObjectLists) -> Bool {
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
        before.surelyDiffers(from: member)
      else { return false }
    }
    return true
  }
}
