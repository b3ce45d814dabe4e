/// Which objects were deleted, and which there are: links lead to objects whose own histories say so.
struct HistoryLinks {
  /// A link to an object that the device had deleted.
  struct Stale {
    var event, deletion: HistoryEvent
    var property: Int
  }

  /// What is known of an object that was deleted.
  fileprivate struct Life {
    var deletions: [HistoryEvent] = []
    var insertions: [HistoryEvent] = []
  }

  private var lives: [HistoryKey: Life] = [:]
  /// The objects that links lead to and that events speak of, if they are asked for.
  private var present: Set<HistoryKey> = []
  private let files: HistoryFiles
  /// What stands for null, which leads nowhere.
  private static let null = ValueHash.ofNull

  /// Nothing links to objects of a class that is not one of the targets.
  init(
    _ facts: FactStore,
    targets: Set<Int>,
    keepsAll: Bool,
    files: HistoryFiles
  ) throws(TrailError) {
    self.files = files
    if targets.isEmpty { return }
    var (lives, present) = (lives, present)
    try facts.forEach { object in
      guard targets.contains(object.className) else { return }
      let key = HistoryKey(className: object.className, key: object.keyHash)
      if keepsAll { present.insert(key) }
      if let life = Life(of: object) { lives[key] = life }
    }
    (self.lives, self.present) = (lives, present)
  }

  /// Whether an event speaks of an object.
  func knows(_ object: HistoryKey) -> Bool { present.contains(object) }

  /// The object that a value links to; nil if it is not the value of a link.
  static func target(of value: UInt64, _ targets: [Int?]) -> HistoryKey? {
    let (property, key) = (Int(value >> 48), value & 0xFFFF_FFFF_FFFF)
    guard property < targets.count, let className = targets[property], key != null,
      key != ValueHash.untracked
    else { return nil }
    return HistoryKey(className: className, key: key)
  }

  /// The links of an object that lead to what the same device had deleted before; each is told once.
  func stale(in facts: [HistoryFact], _ words: [UInt64], _ targets: [Int?]) -> [Stale] {
    guard !lives.isEmpty, !targets.isEmpty else { return [] }
    var told: Set<UInt64> = []
    var found: [Stale] = []
    for fact in facts where fact.kind != .expansion {
      for place in fact.before.lowerBound..<fact.after.upperBound {
        let value = words[place]
        guard let target = Self.target(of: value, targets), let life = lives[target],
          !told.contains(value), let deletion = life.deletion(before: fact.event, files)
        else { continue }
        told.insert(value)
        found.append(
          Stale(event: fact.event, deletion: deletion, property: Int(value >> 48))
        )
      }
    }
    return found
  }
}

extension HistoryLinks.Life {
  /// Nil if the object was not deleted.
  fileprivate init?(of object: ObjectHistory) {
    func kind(_ fact: Range<Int>) -> HistoryFact.Kind {
      HistoryFact.kind(at: fact.lowerBound, in: object.words)
    }
    func event(_ fact: Range<Int>) -> HistoryEvent {
      HistoryFact(at: fact.lowerBound, in: object.words).event
    }
    let facts = object.places.lazy.flatMap { HistoryFact.ranges(in: object.words, $0) }
    guard facts.contains(where: { kind($0) == .deletion }) else { return nil }
    for fact in facts {
      if kind(fact) == .deletion { deletions.append(event(fact)) }
      if kind(fact) == .insertion { insertions.append(event(fact)) }
    }
  }

  /// So many deletions of one object are looked at.
  private static let maximumTurns = 64

  /// The deletion after which the device cannot have shown a link to the object.
  ///
  /// By time and by place it is before the event, no scope of the event has recorded it later, and nobody has created
  /// the object again.
  fileprivate func deletion(before event: HistoryEvent, _ files: HistoryFiles) -> HistoryEvent? {
    let place = files.place(of: event)
    let deletions = deletions.prefix(Self.maximumTurns)
    let earlier = deletions.filter {
      $0.partition == event.partition && $0.time < event.time && files.place(of: $0) < place
    }
    guard let last = earlier.max(by: { files.place(of: $0) < files.place(of: $1) }) else {
      return nil
    }
    let recurs = deletions.contains { $0.scope == event.scope && files.place(of: $0) >= place }
    let isBack = insertions.contains { insertion in
      if insertion.partition != last.partition { return true }
      return insertion.time > last.time || files.place(of: insertion) >= files.place(of: last)
    }
    return recurs || isBack ? nil : last
  }
}
