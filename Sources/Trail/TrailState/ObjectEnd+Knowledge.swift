import TrailCheck
import TrailReading

/// Which device has left, shown or known what of an object.
extension ObjectEnd {
  /// Whether the device of a deletion had shown what this creation alone left.
  func isKnown(_ creation: Int, at deletion: Int) -> Bool {
    let news = news(of: creation)
    return facts[creation...deletion].contains { fact in
      fact.place.device == facts[deletion].place.device
        && words[fact.before].contains(where: news.contains)
    }
  }

  /// The values that a creation alone left.
  func news(of creation: Int) -> Set<UInt64> {
    let device = facts[creation].place.device
    return Set(
      words[facts[creation].after].filter { word in
        !isLeft(word) { $0 < creation || facts[$0].place.device != device }
      }
    )
  }

  /// Whether a value is the one that the last change of a property left.
  func isLastLeft(_ property: Int, _ value: UInt64) -> Bool {
    let left = facts.lazy.reversed().compactMap { fact in
      words[fact.after].first { FactValue($0).property == property }
    }
    return left.first.map { FactValue($0).hash } == value
  }

  func isLeft(_ word: UInt64, elsewhereThan device: UInt32) -> Bool {
    isLeft(word) { facts[$0].place.device != device }
  }

  /// Whether an event of which something is so left a value.
  func isLeft(_ word: UInt64, where isSo: (Int) -> Bool) -> Bool {
    if let stated { return stated.isLeft(word, where: isSo) }
    return facts.indices.contains { index in
      isSo(index) && facts[index].after.contains { words[$0] == word }
    }
  }

  func isShown(_ word: UInt64, before index: Int) -> Bool {
    if let stated { return stated.isShown(word, before: index) }
    return facts[..<index].contains { $0.before.contains { words[$0] == word } }
  }

  /// Another device's event that still has a value at the time at which it was replaced, or with a change of something else: it
  /// may have assigned the value again, which need not be listed (MERGE-14).
  func keeper(of value: UInt64, replacedBy head: Head) -> Int? {
    let word = FactValue(property: head.property, hash: value).word
    return facts.lastIndex { fact in
      fact.place.device != head.device
        && (fact.kind == .changed
          || fact.kind == .seen && fact.place.time >= facts[head.fact].place.time)
        && fact.before.contains { words[$0] == word }
        && !fact.after.contains { FactValue(words[$0]).property == head.property }
    }
  }

  /// What a property has in changes of something else by other devices, which may have assigned it again (MERGE-14).
  func keptValues(of property: Int, replacedBy head: Head) -> Set<UInt64> {
    var kept: Set<UInt64> = []
    for fact in facts where fact.kind == .changed && fact.place.device != head.device {
      if fact.after.contains(where: { FactValue(words[$0]).property == property }) { continue }
      for place in fact.before where FactValue(words[place]).property == property {
        kept.insert(FactValue(words[place]).hash)
      }
    }
    return kept
  }

  func recurs(_ head: Head, after index: Int) -> Bool {
    let word = FactValue(property: head.property, hash: head.value).word
    return isLeft(word) { $0 > index && facts[$0].place.device == head.device }
  }

  func isKnown(_ word: UInt64, before index: Int) -> Bool {
    isLeft(word) { $0 != index } || isShown(word, before: index)
  }
}
