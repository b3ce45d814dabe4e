import TrailReading

/// Which objects were deleted, and which there are: links lead to objects whose own histories say so.
struct HistoryLinks: Sendable {
  /// A link to an object that the device had deleted.
  struct Stale {
    var event, deletion: HistoryEvent
    var property: Int
  }

  /// What is known of an object that was deleted.
  fileprivate struct Life: Sendable {
    var deletions: [HistoryEvent] = []
    /// The latest creation by each partition, by time and by place, and whether there is another one.
    var insertions: [UInt32: (time: Int64, place: HistoryPlace, isRepeated: Bool)] = [:]
    /// Whether there is a creation at an unknown time or place.
    var mayBeBack = false
  }

  /// What is known of the objects of a section that links lead to.
  private struct Section: Sendable {
    var lives: [HistoryKey: Life] = [:]
    /// Those that events mention, if they are asked for.
    var present: Set<HistoryKey> = []
  }

  private var sections: [Section] = []
  private var hasDeletions = false
  /// The objects that were deleted, by what a link to them adds to a collection.
  private var deleted: [ValueHash.Content: [HistoryKey]] = [:]
  /// What a link to any of the objects adds to a collection that events mention, if that is asked for.
  private var known: Set<ValueHash.Content> = []
  /// Whether any object with such a hash was deleted, which is seldom: cheaper than looking it up.
  private var sieve = [false]
  private let files: HistoryFiles
  /// What stands for null, which leads nowhere.
  private static let null = ValueHash.ofNull

  /// A property with a single link leads to an object of one of the targets, any other one to those of further classes.
  ///
  /// Of some classes it is asked which objects there are, and in schemas with mixed values what leads to them.
  init(
    _ facts: FactStore,
    targets: Set<Int>,
    furtherTargets: Set<Int>,
    keeping kept: Set<Int>,
    holdsMixed: Bool,
    files: HistoryFiles,
    jobs: Int
  ) throws(TrailError) {
    self.files = files
    let all = targets.union(furtherTargets)
    guard let last = all.max() else { return }
    // There are millions of facts: hashing the class of each takes longer than all the rest.
    let isTarget = (0...last).map(targets.contains)
    let mayBeTarget = (0...last).map(all.contains)
    let isKept = (0...last).map(kept.contains)
    var sections: [Section] = []
    try PartThreads.forEach(FactStore.sectionCount, jobs: jobs) { number throws(TrailError) in
      var section = Section()
      let words = try facts.words(of: number)
      FactStore.forEachFact(in: words) { object, place in
        guard object.className <= last, mayBeTarget[object.className] else { return }
        if isKept[object.className] { section.present.insert(object) }
        guard HistoryFact.kind(at: place, in: words) == .deletion,
          HistoryFact.isPlaced(at: place, in: words)
        else { return }
        let event = HistoryFact(at: place, in: words).event
        section.lives[object, default: Life()].deletions.append(event)
      }
      // Insertions matter only for what was deleted.
      guard section.lives.keys.contains(where: { isTarget[$0.className] }) else { return section }
      FactStore.forEachFact(in: words) { object, place in
        guard HistoryFact.kind(at: place, in: words) == .insertion else { return }
        let event = HistoryFact(at: place, in: words).event
        section.lives[object]?.note(event, files.place(of: event))
      }
      return section
    } take: {
      sections.append($0)
    }
    self.sections = sections
    if holdsMixed {
      known = Set(
        sections.lazy.flatMap(\.present).map { ValueHash.Content(ofElement: $0.key) }
      )
    }
    let count = sections.reduce(0) { $0 + $1.lives.count }
    hasDeletions = count > 0
    while sieve.count < count * 16 { sieve += sieve }
    for section in sections {
      for object in section.lives.keys {
        sieve[Self.place(of: object.key, in: sieve)] = true
        deleted[ValueHash.Content(ofElement: object.key), default: []].append(object)
      }
    }
  }

  private func life(of object: HistoryKey) -> Life? {
    sections.isEmpty ? nil : sections[FactStore.section(of: object)].lives[object]
  }

  private static func place(of key: UInt64, in sieve: [Bool]) -> Int {
    Int(truncatingIfNeeded: key) & (sieve.count - 1)
  }

  /// Whether an event mentions an object.
  func knows(_ object: HistoryKey) -> Bool {
    !sections.isEmpty && sections[FactStore.section(of: object)].present.contains(object)
  }

  /// Whether events mention an object of any of so many classes with this key.
  func knows(_ key: UInt64, amongAllOf classes: Range<Int>) -> Bool {
    classes.contains { knows(HistoryKey(className: $0, key: key)) }
  }

  /// Whether an object was deleted by a device that is not both of these.
  func isDeleted(_ object: HistoryKey, otherwiseThanBy devices: (UInt32, UInt32)) -> Bool {
    life(of: object)?.deletions.contains {
      $0.partition != devices.0 || $0.partition != devices.1
    } ?? false
  }

  /// Whether a link with this key leads to an object of some of these classes that was deleted by a device that is not both
  /// of these.
  func isDeleted(
    _ key: UInt64,
    among classes: (Int) -> Bool,
    otherwiseThanBy devices: (UInt32, UInt32)
  ) -> Bool {
    deleted[ValueHash.Content(ofElement: key)]?.contains {
      $0.key == key && classes($0.className) && isDeleted($0, otherwiseThanBy: devices)
    } ?? false
  }

  /// Whether a collection lacks just links to objects of some of these classes that were deleted so.
  ///
  /// In place of each of the links stands something else, or nothing. Of as few links at once as can be tried it is told.
  func areDeleted(
    _ missing: ValueHash.Content,
    _ substitute: ValueHash.Content,
    among classes: (Int) -> Bool,
    otherwiseThanBy devices: (UInt32, UInt32)
  ) -> Bool {
    func isDeleted(_ content: ValueHash.Content) -> Bool {
      deleted[content]?.contains {
        classes($0.className) && self.isDeleted($0, otherwiseThanBy: devices)
      } ?? false
    }
    if isDeleted(missing + substitute) { return true }
    guard deleted.count <= ValueHash.Content.mostParts else { return false }
    return missing.isSum(of: deleted.keys.filter(isDeleted).map { $0 - substitute })
  }

  /// Whether a collection lacks just links to objects that events mention, in place of each of which stands something else, or
  /// nothing.
  func areKnown(_ missing: ValueHash.Content, _ substitute: ValueHash.Content) -> Bool {
    if known.contains(missing + substitute) { return true }
    guard known.count <= ValueHash.Content.mostParts else { return false }
    return missing.isSum(of: known.map { $0 - substitute })
  }

  /// The object that a value links to; nil if it is not the value of a link.
  static func target(of value: UInt64, _ targets: [Int?]) -> HistoryKey? {
    let (property, key) = (FactValue(value).property, FactValue(value).hash)
    guard property < targets.count, let className = targets[property], key != null,
      key != ValueHash.untracked
    else { return nil }
    return HistoryKey(className: className, key: key)
  }

  /// The links of an object that lead to what the same device had deleted before; each is told once.
  func stale(in facts: [HistoryFact], _ words: [UInt64], _ targets: [Int?]) -> [Stale] {
    guard hasDeletions, !targets.isEmpty else { return [] }
    var told: Set<UInt64> = []
    var found: [Stale] = []
    for fact in facts where !fact.kind.isExpansion {
      for place in fact.before.lowerBound..<fact.after.upperBound {
        let value = words[place]
        guard let target = Self.target(of: value, targets),
          sieve[Self.place(of: target.key, in: sieve)],
          let life = life(of: target),
          !told.contains(value), let deletion = life.deletion(before: fact.event, files)
        else { continue }
        told.insert(value)
        found.append(
          Stale(event: fact.event, deletion: deletion, property: FactValue(value).property)
        )
      }
    }
    return found
  }
}

extension HistoryLinks.Life {
  fileprivate mutating func note(_ insertion: HistoryEvent, _ place: HistoryPlace) {
    guard insertion.isPlaced else { return mayBeBack = true }
    let known = insertions[insertion.partition] ?? (insertion.time, place, isRepeated: false)
    insertions[insertion.partition] = (
      max(known.time, insertion.time), max(known.place, place),
      known.isRepeated || known.time != insertion.time
    )
  }

  /// An object that was deleted more often is left alone.
  private static let maximumTurns = 64

  /// The deletion after which the device cannot have shown a link to the object.
  ///
  /// By time and by place it is before the event, no scope of the event has recorded it later, and no event has created
  /// the object again.
  fileprivate func deletion(before event: HistoryEvent, _ files: HistoryFiles) -> HistoryEvent? {
    guard deletions.count <= Self.maximumTurns, !mayBeBack else { return nil }
    let place = files.place(of: event)
    let earlier = deletions.filter {
      $0.partition == event.partition && $0.time < event.time && files.place(of: $0) < place
    }
    guard let last = earlier.max(by: { files.place(of: $0) < files.place(of: $1) }) else {
      return nil
    }
    let recurs = deletions.contains { $0.scope == event.scope && files.place(of: $0) >= place }
    let isBack = insertions.contains { partition, insertion in
      if partition == last.partition {
        return insertion.time > last.time || insertion.place >= files.place(of: last)
      }
      // Another device creates an object again when it has heard of a deletion, or beside this one: its clock may be behind.
      return insertion.time >= last.time
        || (insertion.isRepeated || insertions.count > 1)
          && ClockBound.allows(last.time, insertion.time)
    }
    return recurs || isBack ? nil : last
  }
}
