import TrailReading

/// Holds the values that events show against what is known of an object.
extension HistoryReplay {
  func disagrees(_ fact: HistoryFact) -> Bool {
    if case .deleted = state.life { return true }
    return object.words[fact.before].contains { value in
      guard let known = state.known[FactValue(value).property] else { return false }
      let hash = FactValue(value).hash
      return hash != ValueHash.untracked && known.value != hash
    }
  }

  /// Holds the values before or at the moment against what is known.
  ///
  /// - Returns: the properties of which the fact turns out to be older than what is known.
  @discardableResult
  mutating func compare(_ fact: HistoryFact) -> Set<Int> {
    var outdated: Set<Int> = []
    var faults: [Fault] = []
    for place in fact.before {
      let value = object.words[place]
      let property = FactValue(value).property
      lastShown[property] = current
      // Nearly always.
      if state.known[property]?.value == FactValue(value).hash { continue }
      switch judge(value, fact) {
      case .agrees: break
      case .unknown: state.known[property] = nil
      case .isNew: set(value, change: nil)
      case .outdated: outdated.insert(FactValue(value).property)
      case .contradicts(let fault):
        faults.append(fault)
        if fault.isOutdated { outdated.insert(property) } else { set(value, change: nil) }
      }
    }
    // A property that is left out may hold anything.
    for index in state.known.indices where lastShown[index] != current { state.known[index] = nil }
    if !faults.isEmpty { report(faults, fact) }
    return outdated
  }

  /// Whether the scope of a fact records the change behind it that has left the known value of a property.
  mutating func isReplaced(_ property: Int, behind fact: HistoryFact) -> Bool {
    guard let known = state.known[property], let change = known.change,
      facts[known.fact].event.partition == fact.event.partition
    else { return false }
    return collected().recurs(change, of: facts[known.fact].event, inScopeOf: fact.event)
  }

  enum Judgement {
    case agrees, unknown, isNew, outdated
    case contradicts(Fault)
  }

  struct Fault {
    var value: UInt64
    var known: ObjectState.Known
    var isStale: Bool
    /// What merging, or what is not on the device, may have to do with it.
    var excuse: String?
    /// Whether the known value has replaced it.
    var isOutdated = false

    /// Whether no event has left the value; what became of a collection or a link tells only who knows what it was before.
    var isInAnyOrder: Bool {
      let hashes = [known.value, FactValue(value).hash]
      return !isStale && !hashes.contains { ValueHash.isCollection($0) || $0 == ValueHash.ofNull }
    }
  }

  private mutating func judge(_ value: UInt64, _ fact: HistoryFact) -> Judgement {
    let hash = FactValue(value).hash
    if hash == ValueHash.untracked || isRepresented(value) { return .unknown }
    guard let known = state.known[FactValue(value).property] else { return .isNew }
    let evidence = collected()
    let isExplained = evidence.explains(value)
    guard let change = known.change, facts[known.fact].event.partition == fact.event.partition
    else {
      guard isExplained else { return contradiction(value, known, fact, isStale: false) }
      // It is not known which of two devices was first: the later one of the changes is believed.
      return .agrees
    }
    if evidence.recurs(change, of: facts[known.fact].event, inScopeOf: fact.event) {
      return fault(outdated: value, known, fact).map { .contradicts($0) } ?? .outdated
    }
    if evidence.isLeft(value, elsewhereThan: fact.event.partition) { return .agrees }
    if evidence.isProducedLater(value, than: fact, at: current) { return .isNew }
    let judgement = contradiction(value, known, fact, isStale: isExplained)
    if case .contradicts = judgement,
      evidence.mayRecur(change, of: facts[known.fact].event, inScopeOf: fact.event)
    {
      return fault(outdated: value, known, fact).map { .contradicts($0) } ?? .outdated
    }
    return judgement
  }

  /// What is wrong with a value that the known one has replaced: it must have been there at some time.
  ///
  /// A collection that several devices have changed, and a link, may have been anything before that.
  private mutating func fault(
    outdated value: UInt64,
    _ known: ObjectState.Known,
    _ fact: HistoryFact
  ) -> Fault? {
    let evidence = collected()
    guard !evidence.explains(value),
      case .contradicts(var fault) = contradiction(value, known, fact, isStale: false),
      evidence.isOfOneDevice || fault.isInAnyOrder
    else { return nil }
    fault.isOutdated = true
    return fault
  }

  /// Holds the values of an event that was before what is known against what there ever was.
  mutating func compare(outdated fact: HistoryFact) {
    let faults = object.words[fact.before].compactMap { value -> Fault? in
      let hash = FactValue(value).hash
      guard hash != ValueHash.untracked, let known = state.known[FactValue(value).property],
        known.value != hash, !isRepresented(value)
      else { return nil }
      return fault(outdated: value, known, fact)
    }
    if !faults.isEmpty { report(faults, fact) }
  }

  /// Whether a value may stand for an object in another form.
  private func isRepresented(_ value: UInt64) -> Bool {
    guard replays.hasRepresentations, let schema = replays.schema else { return false }
    let property = names.propertyNames(of: object.className)[FactValue(value).property]
    if case .represented = schema.shape(of: property, in: names.classes[object.className]) {
      return true
    }
    return false
  }

  /// A contradiction, unless changes that were merged explain it.
  mutating func contradiction(
    _ value: UInt64,
    _ known: ObjectState.Known,
    _ fact: HistoryFact,
    isStale: Bool
  ) -> Judgement {
    let change = MergedChanges.Change(
      property: FactValue(value).property,
      from: known.value,
      to: FactValue(value).hash,
      devices: (facts[known.fact].event.partition, fact.event.partition)
    )
    var merging =
      merging
      ?? MergedChanges(replays.schema, replays.links, replays.targets(of: object.className))
    defer { self.merging = merging }
    switch merging.verdict(on: change, facts, of: object, names, &effort) {
    case .right: return .isNew
    case .impossible:
      let isAssigned =
        isStale && collected().mayBeAssignedAgain(value, since: facts[known.fact].event)
      let excuse = isAssigned ? MergedChanges.assignedAgain : nil
      return .contradicts(Fault(value: value, known: known, isStale: isStale, excuse: excuse))
    case .possible(let excuse):
      return .contradicts(Fault(value: value, known: known, isStale: isStale, excuse: excuse))
    }
  }

  /// Notes a value that the current fact shows or leaves.
  mutating func set(_ value: UInt64, change: UInt64?) {
    let hash = FactValue(value).hash
    state.known[FactValue(value).property] =
      hash == ValueHash.untracked
      ? nil : ObjectState.Known(value: hash, fact: current, change: change)
  }
}
