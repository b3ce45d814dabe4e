import TrailReading

/// Tells a change that a second scope has recorded from one that was made a second time.
///
/// Scopes are stored in the order of their commits (SCOPE-6). So a scope that records a change behind another one was open
/// from that change on until it is stored, and has recorded what its device has changed in between as well (SCOPE-4).
struct Retellings {
  private let facts: [HistoryFact]
  private let words: [UInt64]
  private let areUnordered: Bool
  /// What was changed at an unknown time or place may be any of the changes.
  private let isBlind: Bool
  private let changes: [UInt64]
  /// The changes of each device in the order in which they were stored, and where each fact stands there.
  private var stored: [Int]
  private var positions: [Int]
  /// Where each change of a device stood before.
  private var formers: [Int?]
  /// Where a scope has recorded each change the last time.
  private var last: [UInt64: Int] = [:]
  /// The devices that have changed the object under one activity, and told one of the changes again at most.
  private var lone: Set<UInt32> = []
  /// The first of the facts that tell a change, and of those that tell it with one time, on devices whose scopes tell it
  /// with the same one.
  private var firstTold: [Telling: Int] = [:]

  private struct Telling: Hashable {
    let change: UInt64
    /// Nil for any.
    let time: Int64?
  }

  init(
    _ facts: [HistoryFact],
    unplaced: [HistoryFact],
    in words: [UInt64],
    files: HistoryFiles,
    timely: Set<UInt32>
  ) {
    (self.facts, self.words) = (facts, words)
    areUnordered = files.areUnordered
    isBlind = unplaced.contains { $0.kind.isChange }
    changes = facts.map { $0.kind.isChange ? $0.changeHash(in: words) : 0 }
    let places = facts.map { files.place(of: $0.event) }
    stored = facts.indices.filter { facts[$0].kind.isChange }.sorted {
      let (left, right) = (facts[$0], facts[$1])
      if left.event.partition != right.event.partition {
        return left.event.partition < right.event.partition
      }
      if places[$0] != places[$1] { return places[$0] < places[$1] }
      return left.kind == right.kind ? $0 < $1 : left.kind.rawValue < right.kind.rawValue
    }
    positions = Array(repeating: 0, count: facts.count)
    formers = Array(repeating: nil, count: facts.count)
    var known: [UInt64: Int] = [:]
    for (position, fact) in stored.enumerated() {
      positions[fact] = position
      formers[fact] = known.updateValue(
        position,
        forKey: HistoryFact.key(changes[fact], facts[fact].event.partition)
      )
      last[HistoryFact.key(changes[fact], facts[fact].event.scope)] = position
    }
    for (device, changes) in Dictionary(grouping: stored, by: { facts[$0].event.partition }) {
      let isOfOneActivity = changes.allSatisfy {
        facts[$0].event.scope == facts[changes[0]].event.scope
      }
      if isOfOneActivity, changes.count(where: { formers[$0] != nil }) == 1 { lone.insert(device) }
    }
    for (index, fact) in facts.enumerated().reversed()
    where fact.kind.isChange && timely.contains(fact.event.partition) {
      firstTold[telling(index)] = index
      firstTold[telling(index, atAnyTime: true)] = index
    }
  }

  /// A change that the scope of this fact lacks, although its device has made it since the same change was recorded before.
  func leftOut(at fact: Int) -> HistoryFact? {
    guard let former = formers[fact], former + 1 < positions[fact] else { return nil }
    let next = stored[former + 1]
    // Of events with one time in any order it is not known which was stored first.
    if areUnordered, facts[next].event.time == facts[stored[former]].event.time { return nil }
    // What was stored between the two under the same activity may be of the scope itself, which then made it before the change.
    if facts[next].event.scope == facts[fact].event.scope,
      !lone.contains(facts[fact].event.partition) || !follows(next, stored[former])
    {
      return nil
    }
    return lacks(next, behind: fact) ? facts[next] : nil
  }

  /// Whether a change is of what another one has left, which may be nothing.
  private func follows(_ change: Int, _ former: Int) -> Bool {
    if facts[former].kind == .deletion { return facts[change].kind == .insertion }
    let left = words[facts[former].after]
    return words[facts[change].before].contains { value in
      FactValue(value).hash != ValueHash.untracked && left.contains(value)
    }
  }

  /// Whether a change is another one than all those alike that its device has made, since each of them has its own time.
  func isOther(at fact: Int) -> Bool {
    guard let first = firstTold[telling(fact, atAnyTime: true)], first != fact else { return false }
    return firstTold[telling(fact)] == fact
  }

  private func telling(_ fact: Int, atAnyTime isAny: Bool = false) -> Telling {
    let event = facts[fact].event
    return Telling(
      change: HistoryFact.key(changes[fact], event.partition),
      time: isAny ? nil : event.time
    )
  }

  /// A modification that the scope of an insertion lacks, although its device has made it before this scope was committed.
  func leftOut(byFirst insertion: Int) -> HistoryFact? {
    guard positions[insertion] > 0 else { return nil }
    let before = stored[positions[insertion] - 1]
    // A scope may change an object that another device deletes then, and create it again itself.
    guard facts[before].kind == .modification,
      facts[before].event.partition == facts[insertion].event.partition,
      facts[before].event.scope != facts[insertion].event.scope
    else { return nil }
    return lacks(before, behind: insertion) ? facts[before] : nil
  }

  /// Whether a scope does not record a change behind a fact of its own, as another scope, maybe one of its activity, does.
  private func lacks(_ change: Int, behind fact: Int) -> Bool {
    let scope = facts[fact].event.scope
    guard !isBlind else { return false }
    guard let again = last[HistoryFact.key(changes[change], scope)] else { return true }
    if areUnordered, facts[stored[again]].event.time == facts[fact].event.time { return false }
    return again < positions[fact]
  }
}
