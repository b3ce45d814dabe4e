import TrailReading

/// The objects that no event mentions although a link leads to them, each with the first event that shows the link.
struct UnknownTargets: Sendable {
  /// A link to such an object.
  struct Link: Sendable {
    let event: HistoryEvent
    /// The object that has the link, as findings call it.
    let holder: String
    let property: Int
    let className: Int
  }

  private static let maximum = 100_000

  /// In the order in which they were found.
  private(set) var all: [(target: HistoryKey, link: Link)] = []
  private var places: [HistoryKey: Int] = [:]

  /// Notes the links of an object to objects that no event mentions.
  mutating func note(
    _ replay: borrowing HistoryReplay,
    _ targets: [Int?],
    _ links: HistoryLinks,
    _ holder: @autoclosure () -> String,
    _ files: [String]
  ) {
    guard !targets.isEmpty else { return }
    let object = replay.object
    for fact in replay.facts where !fact.kind.isExpansion {
      for place in fact.before.lowerBound..<fact.after.upperBound {
        let value = object.words[place]
        guard let target = HistoryLinks.target(of: value, targets), !links.knows(target),
          isEarlier(fact.event, than: target, files)
        else { continue }
        let link = Link(
          event: fact.event,
          holder: holder(),
          property: FactValue(value).property,
          className: object.className
        )
        set(link, of: target)
      }
    }
  }

  /// Takes over what was found behind these.
  mutating func take(_ later: UnknownTargets, _ files: [String]) {
    for (target, link) in later.all where isEarlier(link.event, than: target, files) {
      set(link, of: target)
    }
  }

  /// Whether an event is to be noted: the first one that links to the object, as far as is known and as there is room.
  private func isEarlier(
    _ event: HistoryEvent,
    than target: HistoryKey,
    _ files: [String]
  ) -> Bool {
    guard let place = places[target] else { return all.count < Self.maximum }
    return event.position(in: files) < all[place].link.event.position(in: files)
  }

  private mutating func set(_ link: Link, of target: HistoryKey) {
    if let place = places[target] {
      all[place].link = link
    } else {
      places[target] = all.count
      all.append((target, link))
    }
  }
}
