import TrailReading

/// What all facts of an object say together: looked at only where two of them disagree, which is seldom.
///
/// A trail is in the order of commits, and its timestamps may be those of commits. So what explains a value may stand
/// behind the event that shows it, and be later by its time as well.
struct HistoryEvidence {
  let files: HistoryFiles
  /// The facts that left each value, by their place among all in the order of time.
  private var producers: [UInt64: [Int]] = [:]
  /// So many of the events that left one value are looked at: the first ones are as good as the last ones.
  private static let maximumProducers = 32
  /// Which devices changed the object and did not list a value as changed that it had: they may have assigned it again.
  private var keepers: [UInt64: [Keeper]] = [:]
  private static let maximumKeepers = 16
  /// The values that properties had before the trail began.
  private var initialValues: [Int: UInt64] = [:]
  /// Where and when each scope records each change.
  private var recurrences: [UInt64: Recurrences] = [:]
  let facts: [HistoryFact]
  let words: [UInt64]
  /// The devices whose scopes tell a change with the time at which it was made.
  let timely: Set<UInt32>
  /// Whether no other device tells anything of the object.
  let isOfOneDevice: Bool
  /// The facts with which the object came, and those with which it went, by their places.
  private var insertions = Turns(), deletions = Turns()
  /// The values that were left at an unknown time or place, and how the object came and went then.
  private var unplacedValues: Set<UInt64> = []
  private var unplacedTurns: Set<HistoryFact.Kind> = []

  /// What facts say whose values are among these words.
  init(
    _ facts: [HistoryFact],
    unplaced: [HistoryFact],
    in words: [UInt64],
    files: HistoryFiles,
    isComplete: Bool
  ) {
    self.files = files
    (self.facts, self.words) = (facts, words)
    let device = (facts.first ?? unplaced.first)?.event.partition
    isOfOneDevice = unplaced.isEmpty && facts.allSatisfy { $0.event.partition == device }
    timely = EventTimes.devices(of: facts.map(\.event), in: files)
    for (index, fact) in facts.enumerated() { note(fact, index) }
    for fact in unplaced {
      unplacedValues.formUnion(words[fact.after])
      unplacedTurns.insert(fact.kind)
      noteRecurrence(of: fact)
    }
    // An object that was created in the trail had no values before it, but for properties that were added later (SCHEMA-5).
    // A complete trail has the creation of each, also where that does not stand first.
    let creations =
      isComplete
      ? facts.filter { $0.kind == .insertion } : Self.creation(in: facts).map { [$0] } ?? []
    let created = Set(creations.flatMap { words[$0.after].map { FactValue($0).property } })
    for fact in facts where !fact.kind.isExpansion {
      for value in words[fact.before]
      where producers[value] == nil && initialValues[FactValue(value).property] == nil
        && !created.contains(FactValue(value).property)
        && FactValue(value).hash != ValueHash.untracked
      {
        initialValues[FactValue(value).property] = value
      }
    }
  }

  /// The insertion before which the object was not there: no fact precedes it, in this order or by its time, and no deletion
  /// if the trail has every creation.
  ///
  /// A time that is decades away from the one in the middle is wrong.
  private static func creation(in facts: [HistoryFact]) -> HistoryFact? {
    guard !facts.isEmpty else { return nil }
    let middle = facts[facts.count / 2].event.moment
    let told = facts.filter {
      !$0.kind.isExpansion && !HistoryOrder.isFar($0.event.moment, middle)
    }
    let index = told.firstIndex { $0.kind == .insertion || $0.kind == .deletion }
    guard let index, told[index].kind == .insertion else { return nil }
    let moment = told[index].event.moment
    let isFirst = index == 0 || told.allSatisfy { $0.event.moment >= moment }
    return isFirst ? told[index] : nil
  }

  /// A device that may have assigned a value again.
  private struct Keeper {
    let device: UInt32
    /// When it did so the last time.
    var moment: Int64
    /// Whether it once changed nothing else that can be seen.
    var isIdle: Bool
  }

  private mutating func noteKeeper(_ fact: HistoryFact) {
    let changed = words[fact.after].map { FactValue($0).property }
    for value in words[fact.before] where !changed.contains(FactValue(value).property) {
      let keeper = Keeper(
        device: fact.event.partition,
        moment: fact.event.moment,
        isIdle: changed.isEmpty
      )
      let known = keepers[value]?.firstIndex { $0.device == keeper.device }
      if let known {
        keepers[value]?[known].moment = keeper.moment
        if keeper.isIdle { keepers[value]?[known].isIdle = true }
      } else if keepers[value, default: []].count < Self.maximumKeepers {
        keepers[value, default: []].append(keeper)
      }
    }
  }

  private mutating func note(_ fact: HistoryFact, _ index: Int) {
    switch fact.kind {
    case .modification: noteKeeper(fact)
    case .insertion: insertions.note(fact.event, index)
    case .deletion: deletions.note(fact.event, index)
    case .read, .expansion, .likeness, .company: break
    }
    for value in words[fact.after]
    where producers[value, default: []].count < Self.maximumProducers {
      producers[value, default: []].append(index)
    }
    noteRecurrence(of: fact)
  }

  private mutating func noteRecurrence(of fact: HistoryFact) {
    guard fact.kind.isChange else { return }
    let key = HistoryFact.key(fact.changeHash(in: words), fact.event.scope)
    recurrences[key, default: Recurrences()].note(files.place(of: fact.event), fact.event.time)
  }

  /// Whether the value was left by a change that is in the trail, or was there before the trail began.
  func explains(_ value: UInt64) -> Bool {
    producers[value] != nil || initialValues[FactValue(value).property] == value
      || unplacedValues.contains(value)
  }

  /// Whether another device left the value, too.
  func isProduced(_ value: UInt64, elsewhereThan partition: UInt32) -> Bool {
    producers[value]?.contains { facts[$0].event.partition != partition } ?? false
      || unplacedValues.contains(value)
  }

  /// Whether another device has changed the object so that nothing differs: it has assigned some of the values again that
  /// the object had there, which counts as a change (MERGE-14).
  func isAssignedAgain(_ value: UInt64, elsewhereThan partition: UInt32) -> Bool {
    keepers[value]?.contains { $0.device != partition && $0.isIdle } ?? false
  }

  /// Whether another device left the value, or assigned it again.
  func isLeft(_ value: UInt64, elsewhereThan partition: UInt32) -> Bool {
    isProduced(value, elsewhereThan: partition) || isAssignedAgain(value, elsewhereThan: partition)
  }

  /// Whether another device that changed something else after this event may have assigned the value again.
  func mayBeAssignedAgain(_ value: UInt64, since event: HistoryEvent) -> Bool {
    keepers[value]?.contains {
      $0.device != event.partition && $0.moment >= event.moment
    } ?? false
  }

  /// Whether a scope inserts the object and records a deletion behind that, or one that is later by its time has been stored
  /// before the deletion: a clock was set back in between.
  func isInserted(before deletion: HistoryEvent, _ change: UInt64) -> Bool {
    insertions.places.contains { index in
      let insertion = facts[index].event
      return recurs(change, inScopeOf: insertion)
        || insertion.moment > deletion.moment
          && files.place(of: insertion) < files.place(of: deletion)
    }
  }

  /// Whether another device has deleted the object.
  func isDeleted(elsewhereThan partition: UInt32) -> Bool {
    deletions.latest(elsewhereThan: partition) != nil
  }

  /// Whether the value is explained by a scope that was open around the event and was committed after it.
  ///
  /// Such a scope has recorded a change itself, too; a read may have been combined with others there.
  func isProducedLater(_ value: UInt64, than fact: HistoryFact, at index: Int) -> Bool {
    let place = files.place(of: fact.event)
    return producers[value]?.contains { producer in
      guard producer > index, files.place(of: facts[producer].event) > place else { return false }
      return fact.kind == .read
        || recurs(fact.changeHash(in: words), inScopeOf: facts[producer].event)
    } ?? false
  }

  /// Whether the event's scope leaves the value behind it.
  func isProduced(_ value: UInt64, laterInScopeOf event: HistoryEvent) -> Bool {
    let place = files.place(of: event)
    return producers[value]?.contains {
      facts[$0].event.scope == event.scope && files.place(of: facts[$0].event) > place
    } ?? false
  }

  /// Whether the event's scope records the change behind it: then the event was before the change.
  func recurs(_ change: UInt64, inScopeOf event: HistoryEvent) -> Bool {
    recurrences(of: change, inScopeOf: event)?.isAny(behind: files.place(of: event)) ?? false
  }

  /// Whether the event's scope records behind it a change that another scope has recorded: not if that was before the event
  /// and what the scope records is after it, which is then another change alike.
  func recurs(_ change: UInt64, of other: HistoryEvent, inScopeOf event: HistoryEvent) -> Bool {
    // A scope tells a change once: behind this event, another one of its activity may tell it again.
    if other.scope == event.scope {
      if other.time == event.time { return false }
      if timely.contains(event.partition), other.time < event.time { return false }
    }
    return recursByTime(change, of: other, behind: event)
  }

  /// Whether that may be so although times say otherwise: a device may date events between what they record and the commit
  /// (META-6), and of two scopes of one activity it is not known which of them an event is in.
  func mayRecur(_ change: UInt64, of other: HistoryEvent, inScopeOf event: HistoryEvent) -> Bool {
    timely.contains(event.partition)
      ? recursByTime(change, of: other, behind: event) : recurs(change, inScopeOf: event)
  }

  /// The same as far as times tell it: what the scope records must not be later than the event, if the other scope's is earlier.
  private func recursByTime(
    _ change: UInt64,
    of other: HistoryEvent,
    behind event: HistoryEvent
  ) -> Bool {
    if other.time >= event.time { return recurs(change, inScopeOf: event) }
    return recurrences(of: change, inScopeOf: event)?
      .isAny(behind: files.place(of: event), by: event.time) ?? false
  }

  private func recurrences(
    of change: UInt64,
    inScopeOf event: HistoryEvent
  ) -> Recurrences? { recurrences[HistoryFact.key(change, event.scope)] }

  /// Whether an insertion explains that an object is there since it was deleted, or a deletion that a key is free since
  /// it was seen in use: one by another device, one in a scope that was committed later, or a deletion that is between the
  /// two by its time, or as the scope of the insertion has recorded it.
  ///
  /// Where too much would have to be looked at, it does.
  func holds(
    _ kind: HistoryFact.Kind,
    since earlier: HistoryEvent,
    for fact: HistoryFact,
    _ effort: inout SearchEffort
  ) -> Bool {
    let event = fact.event
    if unplacedTurns.contains(kind) { return true }
    let turns = kind == .insertion ? insertions : deletions
    if let latest = turns.latest(elsewhereThan: event.partition), latest >= earlier.moment {
      return true
    }
    return turns.places.contains { index in
      let turn = facts[index]
      guard effort.allows(1) else { return true }
      // A commit that lists both has deleted the object before it created it: one that is gone in the end is not listed.
      if kind == .deletion, turn.event == event { return true }
      if turn.event.partition != event.partition {
        return kind == .insertion && mayFollow(index, earlier, &effort)
      }
      let place = files.place(of: turn.event)
      // One that seems to tell an earlier one again may be another one.
      if turn.event.moment > earlier.moment, turn.event.moment < event.moment,
        kind == .deletion || !isDeleted(behind: turn, before: event, &effort)
      {
        return true
      }
      if kind == .deletion, turn.event.scope == event.scope, turn.event.moment >= earlier.moment,
        files.place(of: earlier) < place, place < files.place(of: event)
      {
        return true
      }
      return turn.event.moment >= event.moment
        && place > files.place(of: event)
        && (turn.event.scope == event.scope || precedes(turn, fact))
    }
  }

  /// Whether the device of an insertion deletes the object behind it, before an event: a scope that tells both tells them again.
  private func isDeleted(
    behind insertion: HistoryFact,
    before event: HistoryEvent,
    _ effort: inout SearchEffort
  ) -> Bool {
    guard effort.allows(deletions.places.count) else { return false }
    return deletions.places.contains { index in
      let deletion = facts[index].event
      return deletion.partition == insertion.event.partition
        && deletion.moment >= insertion.event.moment && deletion.moment <= event.moment
        && files.place(of: deletion) >= files.place(of: insertion.event)
    }
  }

  /// Whether the scope of an insertion was committed late: it records a change behind it that its device has recorded before.
  func recordsAgain(behind insertion: HistoryFact, from index: Int) -> Bool {
    facts[..<index].contains {
      $0.kind == .modification && $0.event.partition == insertion.event.partition
        && recurs($0.changeHash(in: words), inScopeOf: insertion.event)
    }
  }

  /// Whether all that the device of an insertion shows before it is what the insertion and its scope leave.
  func isShownBefore(_ insertion: HistoryFact, from index: Int) -> Bool {
    facts[..<index].allSatisfy { fact in
      fact.event.partition != insertion.event.partition || fact.kind.isExpansion
        || fact.kind == .read && shows(fact, what: insertion)
    }
  }

  /// Whether the device of an insertion shows a value before it that no event has left but the insertion and its scope.
  func isForeshown(_ insertion: HistoryFact, from index: Int) -> Bool {
    facts[..<index].contains { fact in
      fact.event.partition == insertion.event.partition
        && words[fact.before].contains { value in
          guard FactValue(value).hash != ValueHash.untracked, !unplacedValues.contains(value),
            let first = producers[value]?.first
          else { return false }
          return first >= index && facts[first].event.scope == insertion.event.scope
        }
    }
  }

  /// Whether a read shows what an insertion and its scope leave.
  private func shows(
    _ read: HistoryFact,
    what insertion: HistoryFact,
    or isExplained: (UInt64) -> Bool = { _ in false }
  ) -> Bool {
    let left = words[insertion.after]
    return words[read.before].allSatisfy { value in
      FactValue(value).hash == ValueHash.untracked || left.contains(value)
        || !left.contains { FactValue($0).property == FactValue(value).property }
        || isProduced(value, laterInScopeOf: insertion.event) || isExplained(value)
    }
  }

  /// Whether what stands in the trail behind a fact of the same device may have happened before it: the scope was open at
  /// both, so that it shows what came between them, and records the same change.
  private func precedes(_ turn: HistoryFact, _ fact: HistoryFact) -> Bool {
    guard fact.kind == .read else {
      return recurs(fact.changeHash(in: words), inScopeOf: turn.event)
    }
    return shows(fact, what: turn) { isProduced($0, elsewhereThan: turn.event.partition) }
  }
}

/// Where and when a scope records a change; several scopes of one activity look like one.
private struct Recurrences {
  /// By place and by time; what stands before another one and is not earlier is left out.
  private var all: [(place: HistoryPlace, time: Int64)] = []

  /// Notes one; they come in the order of their times.
  mutating func note(_ place: HistoryPlace, _ time: Int64) {
    if let last = all.last, last.place >= place { return }
    while let last = all.last, last.time >= time { all.removeLast() }
    all.append((place, time))
  }

  /// Whether one stands behind a place.
  func isAny(behind place: HistoryPlace) -> Bool { all.last.map { $0.place > place } ?? false }

  /// Whether one stands behind a place and is not later than a time.
  func isAny(behind place: HistoryPlace, by time: Int64) -> Bool {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].place > place { high = middle } else { low = middle + 1 }
    }
    return low < all.count && all[low].time <= time
  }
}

/// The facts with which an object came, or those with which it went.
private struct Turns {
  private(set) var places: [Int] = []
  /// When it did so the last time, and when it did on another device.
  private var last: (device: UInt32, moment: Int64)?
  private var lastElsewhere: Int64?

  mutating func note(_ event: HistoryEvent, _ place: Int) {
    places.append(place)
    guard let last else { return self.last = (event.partition, event.moment) }
    if event.partition == last.device {
      self.last?.moment = max(last.moment, event.moment)
    } else if event.moment > last.moment {
      (self.last, lastElsewhere) = ((event.partition, event.moment), last.moment)
    } else {
      lastElsewhere = max(lastElsewhere ?? event.moment, event.moment)
    }
  }

  /// When it did so the last time on another device than this one; nil if it never did.
  func latest(elsewhereThan partition: UInt32) -> Int64? {
    last.flatMap { $0.device == partition ? lastElsewhere : $0.moment }
  }
}
