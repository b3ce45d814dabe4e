import TrailReading

/// The links that reads show in full although nothing behind them reads the targets so, until it is known which of the links
/// were replaced.
///
/// A link that is replaced and then followed within one write is shown as it was before (LINK-23). That stands in the history
/// of its holder, and not in that of its target.
struct UnreadExpansions: Sendable {
  struct Expansion: Sendable {
    /// What tells the object that is shown in full from others of its class.
    let target: UInt64
    /// What findings call it.
    let title: String
    let shown: HistoryEvent
    /// A read of it behind that has other values.
    let read: HistoryEvent?
    /// What it shows that the object never was, whatever became of the link.
    let contradiction: HistoryContradiction?
    let isOrderKnown: Bool
  }

  /// So many of each section are looked at.
  private static let maximum = 500
  /// So many nulls beside a link are looked for.
  private static let maximumNulls = 8

  private(set) var all: [Expansion] = []

  /// Whether there is room for another one.
  var hasRoom: Bool { all.count < Self.maximum }

  mutating func note(_ expansion: Expansion) { all.append(expansion) }

  /// Takes over those of the sections that come next.
  mutating func take(_ later: UnreadExpansions) { all += later.all }

  /// Those whose link no write behind them replaces, and the others.
  func byReplacement(
    _ facts: FactStore,
    _ files: HistoryFiles
  ) throws(TrailError) -> (kept: [Expansion], replaced: [Expansion]) {
    if all.isEmpty { return ([], []) }
    var writes: [Replacement: LastWrite] = [:]
    var wanted: Set<Replacement> = []
    for expansion in all { wanted.formUnion(Self.contents(of: expansion, expansion.shown.actor)) }
    for section in 0..<FactStore.sectionCount {
      let words = try facts.words(of: section)
      FactStore.forEachFact(in: words) { _, place in
        guard HistoryFact.kind(at: place, in: words) == .modification else { return }
        let fact = HistoryFact(at: place, in: words)
        for value in words[fact.before].lazy.map({ FactValue($0) }) {
          var replacement = Replacement(
            by: fact.event.actor,
            ValueHash.Content(ofElement: value.hash)
          )
          guard wanted.contains(replacement), fact.leaves(value.property, in: words) else {
            continue
          }
          if fact.event.isPlaced { replacement.recorder = fact.event.scope }
          writes[replacement, default: LastWrite(fact.event)].note(fact.event, files)
        }
      }
    }
    var (kept, replaced): ([Expansion], [Expansion]) = ([], [])
    for expansion in all {
      let shown = expansion.shown
      let isReplaced =
        Self.contents(of: expansion, shown.scope)
        .contains { writes[$0]?.mayBe(behind: shown, files) ?? false }
        || Self.contents(of: expansion, shown.actor).contains { writes[$0] != nil }
      if isReplaced { replaced.append(expansion) } else { kept.append(expansion) }
    }
    return (kept, replaced)
  }

  /// What a property held that is replaced, and by whose write: by a scope, or where that is not known by its activity and
  /// metadata.
  private struct Replacement: Hashable {
    var recorder: UInt32
    let content: ValueHash.Content

    init(by recorder: UInt32, _ content: ValueHash.Content) {
      (self.recorder, self.content) = (recorder, content)
    }
  }

  /// What properties hold that show the link in full: it, or in a collection also nulls beside it.
  private static func contents(of expansion: Expansion, _ recorder: UInt32) -> [Replacement] {
    let null = ValueHash.Content(ofElement: ValueHash.ofNull)
    var content = ValueHash.Content(ofElement: expansion.target)
    return (0...maximumNulls).map { _ in
      defer { content = content + null }
      return Replacement(by: recorder, content)
    }
  }

  /// The last of some writes, by the place and by the time.
  private struct LastWrite {
    var stored, latest: HistoryEvent

    init(_ event: HistoryEvent) { (stored, latest) = (event, event) }

    mutating func note(_ event: HistoryEvent, _ files: HistoryFiles) {
      if files.place(of: event) > files.place(of: stored) { stored = event }
      if event.isLater(than: latest) { latest = event }
    }

    func mayBe(behind read: HistoryEvent, _ files: HistoryFiles) -> Bool {
      files.place(of: stored) > files.place(of: read) || latest.isLater(than: read)
    }
  }
}
