import TrailCheck
import TrailReading

/// What an object that several devices created, or that was created again, may be at the end: changes by a device that does
/// not know a creation may be about another object of the same key, and be lost with it.
extension ObjectEnd {
  /// A creation of which the object may be at the end.
  struct Creation {
    let index: Int
    /// For each device that knows it the first event that tells.
    let known: [UInt32: Int]

    /// Whether a device knows it at an event.
    func isKnown(to device: UInt32, at event: Int) -> Bool {
      known[device].map { $0 <= event } ?? false
    }
  }

  /// So many creations are looked at.
  private static let maximumCreations = 16

  /// Whether a value may be the one at the end although a later event left another one, or a device has left it shortly
  /// before the object was created again, by a clock that may be behind.
  func mayHaveStayed(_ property: Int, _ value: UInt64, of creations: [Creation]) -> Bool {
    mayBeLeftAgain(property, value)
      || creations.contains { mayHaveStayed(property, value, since: $0) }
  }

  /// What these creations left of a property and may be there at the end.
  func standingValues(of property: Int, _ creations: [Creation]) -> [UInt64] {
    creations.compactMap { creation in
      words[facts[creation.index].after].first { FactValue($0).property == property }
        .map { FactValue($0).hash }
        .flatMap { mayHaveStayed(property, $0, since: creation) ? $0 : nil }
    }
  }

  /// No trail tells that a change by a clock that is behind has not changed the new object.
  private func mayBeLeftAgain(_ property: Int, _ value: UInt64) -> Bool {
    guard let recreation else { return false }
    let creation = facts[recreation]
    // A collection that no event shows may be one that was merged with what others made of it.
    let word = FactValue(property: property, hash: value).word
    let mayBeMerged =
      StateHash.isCollection(value)
      && !isLeft(word) { _ in true } && !isShown(word, before: facts.count)
    return facts[..<recreation].indices.contains { index in
      let fact = facts[index]
      return fact.kind == .changed && fact.place.device != creation.place.device
        && ClockBound.allows(fact.place.time, creation.place.time)
        && words[fact.after].contains { left in
          left == word || mayBeMerged && FactValue(left).property == property
        }
        && !isDeleted(from: index, to: recreation, by: fact.place.device)
    }
  }

  private func isDeleted(from start: Int, to end: Int, by device: UInt32) -> Bool {
    facts[start..<end].contains { $0.kind == .deleted && $0.place.device == device }
  }

  /// The creations beside others, or behind a deletion, whose objects no device that knew them has deleted.
  var standingCreations: [Creation] {
    let creations = facts.indices.filter { facts[$0].kind == .created }
    guard let first = creations.first,
      creations.contains(where: { facts[$0].place.device != facts[first].place.device })
        || facts.contains(where: { $0.kind == .deleted })
    else { return [] }
    return creations.suffix(Self.maximumCreations)
      .map { Creation(index: $0, known: firstKnown($0)) }
      .filter { creation in
        !facts.indices[creation.index...].contains { index in
          facts[index].kind == .deleted
            && creation.isKnown(to: facts[index].place.device, at: index)
        }
      }
  }

  /// For each device that knows a creation, the first event that tells: it shows what the creation alone left, or the object
  /// while there was no other creation; the device that created it knows it.
  private func firstKnown(_ creation: Int) -> [UInt32: Int] {
    let news = news(of: creation)
    let creator = facts[creation].place.device
    var known = [creator: creation]
    var isAlone = !facts[..<creation].contains { $0.kind == .created }
    for index in facts.indices[creation...] {
      let fact = facts[index]
      if fact.kind == .created, fact.place.device != creator { isAlone = false }
      guard known[fact.place.device] == nil else { continue }
      if isAlone || words[fact.before].contains(where: news.contains) {
        known[fact.place.device] = index
      }
    }
    return known
  }

  /// Whether all that left or shows another value since this creation did so on a device that may not have known it.
  private func mayHaveStayed(_ property: Int, _ value: UInt64, since creation: Creation) -> Bool {
    let word = FactValue(property: property, hash: value).word
    for index in facts.indices[creation.index...].reversed() {
      let fact = facts[index]
      if words[fact.after].contains(word) { return true }
      guard creation.isKnown(to: fact.place.device, at: index) else { continue }
      let isOther = [fact.before, fact.after].contains { places in
        words[places].contains { $0 != word && FactValue($0).property == property }
      }
      if isOther { return false }
    }
    return false
  }
}
