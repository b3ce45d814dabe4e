import TrailCheck
import TrailReading

/// What a trail says an object is at the end: whether it is there, and each value with the event that left it.
///
/// Devices learn late of each other's changes. An old value that another device shows is therefore no change, and of
/// changes that did not know of each other either may have stayed.
struct ObjectEnd {
  enum Life {
    case unknown
    /// The last event that shows it.
    case alive(Int)
    /// The event that deleted it.
    case deleted(Int)
  }

  /// A value that may be the one at the end.
  struct Head {
    let value: UInt64
    let property: Int
    /// The place of the event among the facts of the object.
    let fact: Int
    let device: UInt32
    /// The value that it replaced, if it is that of a change.
    var old: UInt64?
    /// Whether it was only seen.
    let isShown: Bool
  }

  private(set) var life = Life.unknown
  /// Whether another device than the one that deleted it created it again: it may have meant the object before (MERGE-6).
  private(set) var isEither = false
  /// An event of another device that still shows it after it was deleted.
  private(set) var late: Int?
  /// The latest value of each property.
  private(set) var heads: [Head?]
  /// Values of changes that did not know of the latest one, by their properties.
  private var others: [Int: [Head]] = [:]
  /// The collections that devices have changed at once: what they are then is none of the values that the devices left, and
  /// remains unknown (MERGE-3).
  private(set) var merged: Set<Int> = []
  /// Values of other devices that the latest changes replaced, by their properties.
  private var replaced: [Int: Head] = [:]

  /// Its last creation.
  private var lastCreation: Int?
  /// Its creations by devices that had it although no deletion precedes that: one that follows by its time came before.
  private var awaiters: [UInt32: Int] = [:]
  /// The creations of devices that had not mentioned the object of another one, or that followed a deletion: their clocks may
  /// be behind.
  private var rivals: [UInt32: Int] = [:]
  /// The devices that have deleted it since it was created last, as far as they knew that.
  private var deleters: Set<UInt32> = []
  /// The changes, which further scopes may record again.
  private var changes: Set<UInt64> = []
  /// Its last creation behind a deletion; nil as long as it was not created again.
  private(set) var recreation: Int?

  let words: [UInt64]
  let facts: [StateSection.Fact]
  /// What is looked up where there are many events.
  let stated: StatedValues?
  private let isToldOnce: Bool
  /// Whether there are changes of which one may be told again.
  private let mayRepeat: Bool

  /// Replays what is said of an object, in the order of time; each change may be told several times, or once.
  init(
    _ facts: [StateSection.Fact],
    in words: [UInt64],
    properties: Int,
    isToldOnce: Bool = false
  ) {
    (self.facts, self.words, self.isToldOnce) = (facts, words, isToldOnce)
    stated = StatedValues(facts, in: words)
    mayRepeat = !isToldOnce && facts.count { $0.kind != .seen } > 1
    heads = Array(repeating: nil, count: properties)
    for index in facts.indices { replay(index) }
  }

  private mutating func replay(_ index: Int) {
    let fact = facts[index]
    switch fact.kind {
    case .created:
      let isRepeated = !isNew(fact)
      if case .alive = life {
        if isRepeated { return }
        if isToldOnce { noteAnother(fact, index) }
      }
      if case .deleted = life {
        isEither = deleters.contains { $0 != fact.place.device }
        if isToldOnce, !isRepeated { rivals[fact.place.device] = index }
        forget()
        recreation = index
      }
      life = .alive(index)
      lastCreation = index
      for place in fact.after { leave(words[place], over: nil, index) }
    case .deleted:
      let isRepeated = !isNew(fact)
      let isCreators = lastCreation.map { facts[$0].place.device == fact.place.device } ?? false
      if isRepeated, !isCreators, fact.before.contains(where: isOther) { return }
      // A device that created it again beside a deletion need not have heard of that by now.
      let isBeside = isEither && recreator == fact.place.device
      if case .alive = life, !isBeside, isRecreationKnown(at: index) { deleters = [] }
      deleters.insert(fact.place.device)
      guard isThere(index) else { return }
      life = .deleted(index)
      isEither = mayPrecedeCreation(fact, index)
      (awaiters, rivals) = ([:], [:])
      forget()
    case .changed:
      guard isThere(index) else { return }
      life = .alive(index)
      let isRepeated = !isNew(fact)
      if isRepeated, !fact.after.isEmpty, !fact.after.contains(where: isOther) { return }
      let new = ValuesByProperty(fact.after, in: words, lookups: fact.before.count)
      for place in fact.before
      where new.value(of: FactValue(words[place]).property, in: words) == nil {
        show(words[place], index)
      }
      let old = ValuesByProperty(fact.before, in: words, lookups: fact.after.count)
      for place in fact.after {
        let old = old.value(of: FactValue(words[place]).property, in: words)
        leave(words[place], over: old, index, isRepeated: isRepeated)
      }
    case .seen:
      guard isThere(index) else { return }
      life = .alive(index)
      for place in fact.before { show(words[place], index) }
    case .row, .linked, .unlinked: break
    }
  }

  /// Notes a creation of an object that is there.
  private mutating func noteAnother(_ creation: StateSection.Fact, _ index: Int) {
    let device = creation.place.device
    if facts[..<index].contains(where: { $0.place.device == device }) {
      awaiters[device] = index
    } else {
      rivals[device] = index
      // The one before may have come behind what the device of this one does.
      if let lastCreation { rivals[facts[lastCreation].place.device] = lastCreation }
    }
  }

  /// Whether a device may have created the object again behind this deletion, although the clocks of both say otherwise.
  private func mayPrecedeCreation(_ deletion: StateSection.Fact, _ index: Int) -> Bool {
    let device = deletion.place.device
    func others(_ creations: [UInt32: Int]) -> [Int] {
      creations.isEmpty ? [] : creations.filter { $0.key != device }.map(\.value)
    }
    let awaiters = others(awaiters)
    if !awaiters.isEmpty { return awaiters.contains { !isKnown($0, at: index) } }
    return others(rivals).contains {
      ClockBound.allows(deletion.place.time, facts[$0].place.time) && !isKnown($0, at: index)
    }
  }

  /// Whether the device of a deletion has heard that the object was created again: else it may not know either why.
  private func isRecreationKnown(at index: Int) -> Bool {
    guard let recreation else { return true }
    return recreator == facts[index].place.device || isKnown(recreation, at: index)
  }

  /// Notes a change, and says whether it is not one that its device has recorded before.
  private mutating func isNew(_ fact: StateSection.Fact) -> Bool {
    !mayRepeat || changes.insert(fact.changeHash(in: words)).inserted
  }

  /// Whether a value is not the one that a property is known to have.
  private func isOther(_ place: Int) -> Bool {
    let (property, value) = (FactValue(words[place]).property, FactValue(words[place]).hash)
    guard heads.indices.contains(property), let head = heads[property] else { return false }
    return head.value != value && value != StateHash.untracked
  }

  /// The device that created it again; nil as long as none has.
  private var recreator: UInt32? { recreation.map { facts[$0].place.device } }

  /// All values that a property may have at the end.
  func values(of property: Int) -> [Head] {
    (heads[property].map { [$0] } ?? []) + others(of: property)
  }

  /// Values of changes of a property that did not know of the latest one.
  func others(of property: Int) -> [Head] { others.isEmpty ? [] : others[property] ?? [] }

  /// Most objects have none, and need not be asked.
  private mutating func removeOthers(of property: Int, where isSo: (Head) -> Bool) {
    if !others.isEmpty { others[property]?.removeAll(where: isSo) }
  }

  private mutating func noteOther(_ other: Head) {
    if StateHash.isCollection(other.value) {
      merged.insert(other.property)
    } else {
      others[other.property, default: []].append(other)
    }
  }

  private mutating func forget() {
    for index in heads.indices { heads[index] = nil }
    (others, replaced, merged) = ([:], [:], [])
    late = nil
  }

  /// Whether an event may be about the object that there is; one of another device may not have heard of a deletion.
  private mutating func isThere(_ index: Int) -> Bool {
    guard case .deleted(let deletion) = life else { return true }
    let fact = facts[index]
    guard facts[deletion].place.device == fact.place.device, fact.kind != .deleted,
      // A scope that is open for long records the deletion later, once more.
      !facts[(index + 1)...].contains(where: {
        $0.kind == .deleted && $0.place.device == fact.place.device
      })
    else {
      if fact.kind != .deleted { late = index }
      return false
    }
    forget()
    // Where the object is the one that another device created before that, the clock of this one is ahead.
    let creation = lastCreation.flatMap { facts[$0].place.device == fact.place.device ? nil : $0 }
    noteChanges(from: min(creation ?? deletion, deletion), to: index)
    return true
  }

  /// Notes what other devices changed of an object that was taken for deleted: any of it may have stayed.
  private mutating func noteChanges(from deletion: Int, to index: Int) {
    for later in deletion..<index where facts[later].kind == .changed {
      let device = facts[later].place.device
      guard device != facts[index].place.device else { continue }
      for word in words[facts[later].after] {
        let (property, value) = (FactValue(word).property, FactValue(word).hash)
        noteOther(
          Head(value: value, property: property, fact: later, device: device, isShown: false)
        )
      }
    }
  }

  // MARK: Values

  private mutating func leave(
    _ word: UInt64,
    over old: UInt64?,
    _ index: Int,
    isRepeated: Bool = false
  ) {
    let (property, value) = (FactValue(word).property, FactValue(word).hash)
    let device = facts[index].place.device
    guard heads.indices.contains(property) else { return }
    let head = heads[property].flatMap { $0.isShown ? nil : $0 }
    // The change that left the latest value has replaced this one: the clock of the device was set back between them, unless
    // this one came behind and replaced what it had heard of another device.
    if let old, let head, head.device == device, head.old == value, head.value != old {
      // Null may be what became of a link whose target was deleted (MERGE-7), and another value what a device assigned again
      // (MERGE-14): no event leaves these.
      if old == StateHash.ofNull
        || isLeft(FactValue(property: property, hash: old).word, elsewhereThan: device)
        || others(of: property).contains(where: { $0.value == old })
      {
        noteOther(
          Head(value: value, property: property, fact: index, device: device, isShown: false)
        )
      }
      return
    }
    // What was shown has the changes of the device that showed it.
    let shower = heads[property].flatMap { $0.isShown && $0.value == old ? $0.device : nil }
    // The device need not have heard that another one has left the same: that change may come last if it undoes this one.
    let isOwn = head?.device == device && head?.value == old
    removeOthers(of: property) {
      $0.device == device || $0.device == shower || $0.value == value
        || $0.value == old && !(isOwn && $0.old == value)
    }
    if let latest = heads[property], latest.device != device {
      let isAtOnce = isRepeated || mayBeLater(latest, value, over: old, device)
      if StateHash.isCollection(value) || StateHash.isCollection(latest.value) {
        // Of two devices that add the same, both additions stay.
        if isAtOnce || latest.value == value { merged.insert(property) }
      } else if isAtOnce, !latest.isShown {
        noteOther(latest)
      }
      if !latest.isShown { replaced[property] = latest }
    } else if let head, !isRepeated, replaced[property] != nil, StateHash.isCollection(value),
      old != head.value
    {
      // It was merged with what another device has left, since it is not what this one left last.
      merged.insert(property)
    }
    heads[property] = Head(
      value: value,
      property: property,
      fact: index,
      device: device,
      old: old,
      isShown: false
    )
  }

  /// Whether the change of another device may be the later one: neither knew of the other, each undoes the other, or this one
  /// was meant for an object that was there before.
  private func mayBeLater(_ head: Head, _ value: UInt64, over old: UInt64?, _ device: UInt32)
    -> Bool
  {
    head.value != old || head.old == value || recreator.map { $0 != device } ?? false
  }

  private mutating func show(_ word: UInt64, _ index: Int) {
    let (property, value) = (FactValue(word).property, FactValue(word).hash)
    guard heads.indices.contains(property), value != StateHash.untracked else { return }
    let device = facts[index].place.device
    let shown = Head(value: value, property: property, fact: index, device: device, isShown: true)
    guard let head = heads[property] else { return heads[property] = shown }
    if head.value == value {
      if head.isShown { heads[property] = shown }
      // A device that sees this value has heard of the change.
      removeOthers(of: property) { $0.device == device }
      return
    }
    if others(of: property).contains(where: { $0.value == value }) { return }
    if head.isShown {
      if head.device != device, isKnown(word, before: index) { return }
      return heads[property] = shown
    }
    // An old value on a device that had not heard of the change, or that records the change once more later on.
    let isExplained =
      head.device == device ? recurs(head, after: index) : isKnown(word, before: index)
    if isExplained {
      if mayAssign(index), head.device != device { noteOther(shown) }
      return
    }
    removeOthers(of: property) { $0.device == device }
    // What another device has left may have been replaced there without this one having heard of it.
    // So may a change of a collection that is shown merged with those of others: it need not be among these, nor need the
    // object be the one that was created again.
    let mayStay =
      head.device == device
      ? isLeft(word, elsewhereThan: device)
        || StateHash.isCollection(value) && replaced[property] != nil
      : (head.old != nil || recreator == head.device) && StateHash.isCollection(value)
    if mayStay {
      noteOther(head)
      // Behind its own change it shows another one that is earlier by the clock of its device: what that one left later may
      // have stayed as well.
      if head.device == device, let former = replaced[property] { noteOther(former) }
    }
    heads[property] = shown
  }

  /// Whether a change lists nothing: then it has assigned values again that the object had, which may have stayed (MERGE-14).
  private func mayAssign(_ index: Int) -> Bool {
    facts[index].kind == .changed && facts[index].after.isEmpty
  }
}
