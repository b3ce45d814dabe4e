import TrailReading

/// Replays the facts of one object, and says which of them disagree.
///
/// Devices learn of each other's changes late or never, so only what one device says is held against what the same
/// device said before; of another device's changes it must merely be true that a device made them.
struct HistoryReplay: ~Copyable {
  /// What is known of all objects.
  let replays: HistoryReplays
  let object: ObjectHistory
  let facts: [HistoryFact]
  /// The files with events in the order in which ids count up; nil if that is the order of the documents.
  let counting: HistoryFiles?
  var state: ObjectState
  private(set) var contradictions: [HistoryContradiction] = []
  private var evidence: HistoryEvidence?
  private var retellings: Retellings?
  private var unordered: Set<UInt32>?
  var merging: MergedChanges?
  var effort: SearchEffort
  /// What objects shown in full in place of links show that they never were, by the places of these facts.
  private(set) var impossibleExpansions: [Int: HistoryContradiction] = [:]
  /// Which fact is replayed.
  private(set) var current = 0
  /// Which fact has shown each property the last time.
  var lastShown: [Int]

  init(
    _ object: ObjectHistory,
    among replays: HistoryReplays,
    ordered: (facts: [HistoryFact], counting: HistoryFiles?)? = nil
  ) {
    self.replays = replays
    self.object = object
    (facts, counting) = ordered ?? object.ordered(by: replays.files)
    let count = replays.names.propertyNames(of: object.className).count
    state = ObjectState(properties: count)
    effort = SearchEffort(events: facts.count)
    lastShown = Array(repeating: -1, count: count)
  }

  var names: HistoryNames { replays.names }
  var files: HistoryFiles { counting ?? replays.files }

  /// Replays everything.
  mutating func run() {
    for index in facts.indices {
      let fact = facts[index]
      current = index
      if state.first == nil, fact.kind != .likeness { state.first = fact.event }
      switch fact.kind {
      case .read: replayRead(fact)
      case .modification: replayModification(fact)
      case .deletion: replayDeletion(fact)
      case .insertion: replayInsertion(fact)
      // They are held against the reads of the object, and nothing against them.
      case .expansion: noteIfImpossible(fact)
      case .likeness: break
      // It need not have a read of its own, but must have been so.
      case .company: compare(outdated: fact)
      }
    }
  }

  mutating func collected() -> HistoryEvidence {
    if let evidence { return evidence }
    let made = HistoryEvidence(
      facts,
      unplaced: object.unplaced,
      in: object.words,
      files: files,
      isComplete: replays.isComplete
    )
    evidence = made
    return made
  }

  /// What contradicts that another scope has recorded the change of the current fact before.
  private mutating func leftOut(byFirst isFirst: Bool = false) -> HistoryFact? {
    if retellings == nil {
      // As a rule there are no others that could have been left out.
      guard facts.count(where: \.kind.isChange) > (isFirst ? 1 : 2) else { return nil }
      retellings = Retellings(
        facts,
        unplaced: object.unplaced,
        in: object.words,
        files: files,
        timely: collected().timely
      )
    }
    let found =
      isFirst ? retellings?.leftOut(byFirst: current) : retellings?.leftOut(at: current)
    // Where nothing tells which event was stored first, it may have been this one.
    guard let found, !unorderedDevices().contains(found.event.partition) else { return nil }
    return found
  }

  /// Whether another scope has recorded the same change before.
  private mutating func isRetold(_ change: UInt64) -> Bool {
    state.hasSeen(change: change) && leftOut() == nil && !isCreatedAnew()
  }

  /// Whether the current fact is another creation than those alike before it.
  private func isCreatedAnew() -> Bool {
    facts[current].kind == .insertion && retellings?.isOther(at: current) ?? false
  }

  /// Whether a device makes a change once more: it has changed the value since, and the scope, which would have been open
  /// then, does not record that.
  private mutating func isMadeAgain(_ fact: HistoryFact, _ change: UInt64) -> Bool {
    guard retellings != nil else { return false }
    let (evidence, device) = (collected(), fact.event.partition)
    if case .deleted(let deletion, _) = state.life, deletion.partition == device { return false }
    var isChangedSince = false
    for value in object.words[fact.before] {
      let property = FactValue(value).property
      guard let known = state.known[property], let last = known.change,
        facts[known.fact].event.partition == device
      else { continue }
      if last == change || evidence.recurs(last, inScopeOf: fact.event) { return false }
      if known.value != FactValue(value).hash, !evidence.isLeft(value, elsewhereThan: device) {
        // No event leaves what comes of merging, such as the null of a link whose target was deleted.
        guard case .isNew = contradiction(value, known, fact, isStale: false) else { return false }
      }
      if fact.leaves(property, in: object.words) { isChangedSince = true }
    }
    return isChangedSince && !unorderedDevices().contains(device)
  }

  // MARK: Kinds of facts

  /// Notes what an expansion contradicts, which is told only where nothing worse is known of it.
  private mutating func noteIfImpossible(_ fact: HistoryFact) {
    let count = contradictions.count
    compare(outdated: fact)
    if contradictions.count > count { impossibleExpansions[current] = contradictions.removeLast() }
  }

  private mutating func replayRead(_ fact: HistoryFact) {
    guard revive(fact, else: .readOfDeleted, "shows it") else { return }
    state.witness(fact.event)
    compare(fact)
  }

  private mutating func replayModification(_ fact: HistoryFact) {
    let change = fact.changeHash(in: object.words)
    if disagrees(fact), isRetold(change), !isMadeAgain(fact, change) {
      return compare(outdated: fact)
    }
    guard revive(fact, else: .changeOfDeleted, "modifies it") else { return }
    state.witness(fact.event)
    let replaced = compare(fact)
    state.note(change: change)
    for place in fact.after {
      let property = FactValue(object.words[place]).property
      if !replaced.isEmpty, replaced.contains(property) || isReplaced(property, behind: fact) {
        continue
      }
      set(object.words[place], change: change)
    }
  }

  private mutating func replayDeletion(_ fact: HistoryFact) {
    let change = fact.changeHash(in: object.words)
    if case .deleted(_, change) = state.life { return }
    if disagrees(fact), isRetold(change) { return compare(outdated: fact) }
    guard revive(fact, else: .changeOfDeleted, "deletes it again") else { return }
    let replaced = compare(fact)
    state.note(change: change)
    guard replaced.isEmpty else { return }
    state.life = .deleted(fact.event, change: change)
    state.beginners = []
    state.isContradicted = false
    state.witnesses = []
  }

  private mutating func replayInsertion(_ fact: HistoryFact) {
    let change = fact.changeHash(in: object.words)
    // A scope that was committed later tells that the object came, and behind that, that it went.
    if case .deleted(_, let deletion) = state.life, state.hasSeen(change: change),
      collected().recurs(deletion, inScopeOf: fact.event)
    {
      return
    }
    if case .alive = state.life {
      if isRetold(change) { return }
      if isBegun(by: fact) {
        // Seen in scopes that were committed before the one that created it.
        state.note(change: change)
        state.wasInserted = true
        state.beginners.insert(fact.event.partition)
        return
      }
      // Where an event shows what was deleted, that one is wrong.
      if !state.isContradicted,
        let witness = state.witnesses.first(where: { $0.partition == fact.event.partition }),
        !collected().holds(.deletion, since: witness, for: fact, &effort)
      {
        let isDeleted = collected().isDeleted(elsewhereThan: fact.event.partition)
        report(
          .insertedTwice,
          fact,
          witness,
          "has it",
          "inserts it",
          excuse: isDeleted ? MergedChanges.deletionWins : nil
        )
      }
    }
    state.note(change: change)
    noteIfUncreated(before: fact)
    state.wasInserted = true
    state.beginners.insert(fact.event.partition)
    state.isContradicted = false
    state.life = .alive
    state.witnesses = []
    state.witness(fact.event)
    state.forgetValues()
    for place in fact.after { set(object.words[place], change: change) }
  }

  /// Notes whether an insertion uses the key of an object again that was deleted, and that no scope has inserted.
  private mutating func noteIfUncreated(before insertion: HistoryFact) {
    guard replays.isComplete, !state.wasInserted,
      case .deleted(let deletion, let change) = state.life, collected().isOfOneDevice,
      files.place(of: deletion) < files.place(of: insertion.event),
      !collected().isInserted(before: deletion, change),
      !unorderedDevices().contains(insertion.event.partition)
    else { return }
    state.uncreated = deletion
  }

  // MARK: Whether it is there

  /// Whether everything that is known of the object since it is there can come from this insertion.
  private mutating func isBegun(by insertion: HistoryFact) -> Bool {
    guard !state.beginners.contains(insertion.event.partition) else { return false }
    let isAlone = state.beginners.isEmpty
    let isSeen = state.witnesses.contains { $0.partition == insertion.event.partition }
    guard isAlone || isSeen else { return false }
    // What was said before is gone through three times at the most.
    guard effort.allows(3 * current) else { return true }
    // What is there may be another device's object, which this one had seen.
    if !isAlone, collected().isShownBefore(insertion, from: current) { return true }
    if leftOut(byFirst: true) != nil { return false }
    let isLate =
      isAlone || collected().recordsAgain(behind: insertion, from: current)
      || collected().isForeshown(insertion, from: current)
    for value in object.words[insertion.after] {
      guard let known = state.known[FactValue(value).property], known.value != FactValue(value).hash
      else { continue }
      let evidence = collected()
      let shown = FactValue(property: FactValue(value).property, hash: known.value).word
      // Another device may have changed it meanwhile.
      if isLate, evidence.isProduced(shown, elsewhereThan: insertion.event.partition) { continue }
      let isRecorded =
        if let change = known.change { evidence.recurs(change, inScopeOf: insertion.event) } else {
          evidence.isProduced(shown, laterInScopeOf: insertion.event)
        }
      if isRecorded { continue }
      // The scope, which would have been open, does not record what its device did itself.
      if known.change != nil, facts[known.fact].event.partition == insertion.event.partition {
        return false
      }
      // Changes that were merged meanwhile explain it as well.
      let left = ObjectState.Known(value: FactValue(value).hash, fact: current)
      guard case .isNew = contradiction(shown, left, facts[known.fact], isStale: false) else {
        return false
      }
    }
    return true
  }

  /// Whether the fact may be replayed on an object that is there; if it was deleted, finds out why it is there again.
  private mutating func revive(
    _ fact: HistoryFact,
    else code: FindingCode,
    _ statement: String
  ) -> Bool {
    guard case .deleted(let deletion, let change) = state.life else {
      state.life = .alive
      return true
    }
    // Another device may not have heard of the deletion.
    guard deletion.partition == fact.event.partition else {
      goOn(fact)
      return false
    }
    let evidence = collected()
    if evidence.recurs(change, inScopeOf: fact.event) {
      compare(outdated: fact)
      return false
    }
    if !evidence.holds(.insertion, since: deletion, for: fact, &effort) {
      report(code, fact, deletion, "deleted it", statement)
      state.isContradicted = true
    }
    state.life = .alive
    state.forgetValues()
    return true
  }

  /// Holds what a device says that has not heard of a deletion against what was known before it.
  ///
  /// Only a complete trail has what may have been created since.
  private mutating func goOn(_ fact: HistoryFact) {
    let change = fact.changeHash(in: object.words)
    // Another scope may tell it again.
    if fact.kind.isChange { state.note(change: change) }
    guard replays.isComplete else { return }
    let replaced = compare(fact)
    for place in fact.after
    where !replaced.contains(FactValue(object.words[place]).property) {
      set(object.words[place], change: change)
    }
  }

  // MARK: Reports

  /// Adds contradictions of another order, except those of events that contradict this one as well.
  mutating func add(_ others: [HistoryContradiction]) {
    let known = Set(contradictions.map(\.later))
    contradictions += others.filter { !known.contains($0.later) }
  }

  /// The devices of which it is not known in which order they said something of the object.
  mutating func unorderedDevices() -> Set<UInt32> {
    if let unordered { return unordered }
    let devices = Set(
      Dictionary(grouping: facts.map(\.event), by: \.partition)
        .filter { !files.tellOrder(of: $0.value) }.keys
    )
    unordered = devices
    return devices
  }

  mutating func report(_ faults: [Fault], _ fact: HistoryFact) {
    for isStale in [false, true] {
      let alike = faults.filter { $0.isStale == isStale }
      // What nothing may explain counts.
      guard let fault = alike.first(where: { $0.excuse == nil }) ?? alike.first else { continue }
      let name = names.property(FactValue(fault.value).property, of: object.className)
      let isRead = !fact.kind.isChange
      let earlier = facts[fault.known.fact].event
      let before = names.text(of: fault.known.value, in: earlier)
      let shown = names.text(of: FactValue(fault.value).hash, in: fact.event)
      let now = shown + LookAlike.remark(on: before, shown)
      let more = alike.count > 1 ? " (and \(alike.count - 1) more)" : ""
      report(
        isRead
          ? (isStale ? .readStale : .readContradicts)
          : (isStale ? .changeStale : .changeContradicts),
        fact,
        earlier,
        "\(fault.known.change == nil ? "showed" : "left") \(name) = \(before)",
        isRead ? "shows \(name) = \(now)\(more)" : "says it was \(now) before\(more)",
        excuse: fault.excuse,
        isInAnyOrder: fault.isInAnyOrder
      )
    }
  }

  private mutating func report(
    _ code: FindingCode,
    _ fact: HistoryFact,
    _ earlier: HistoryEvent,
    _ earlierStatement: String,
    _ laterStatement: String,
    excuse: String? = nil,
    isInAnyOrder: Bool = false
  ) {
    contradictions.append(
      HistoryContradiction(
        code: code,
        earlier: earlier,
        later: fact.event,
        earlierStatement: earlierStatement,
        laterStatement: laterStatement,
        excuse: excuse,
        isInAnyOrder: isInAnyOrder
      )
    )
  }
}

/// Two events that cannot both be right.
struct HistoryContradiction {
  var code: FindingCode
  var earlier: HistoryEvent
  var later: HistoryEvent
  var earlierStatement: String
  var laterStatement: String
  /// What may make both right in a complete trail, too.
  var excuse: String?
  /// Whether they contradict each other whichever was first.
  var isInAnyOrder: Bool
}
