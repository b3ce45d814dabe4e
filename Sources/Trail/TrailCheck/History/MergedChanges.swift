import Formats
import JSON
import TrailReading

/// What devices show after their changes were merged, although no event left it.
///
/// Of a list that two devices change without knowing of each other, both changes stay (MERGE-3). A link is cleared if
/// another device deletes its target (MERGE-7), and is not shown where its target is out of view (FLEX-76).
struct MergedChanges {
  /// A value that a device shows in place of the one that is known.
  struct Change {
    let property: Int
    let from, to: UInt64
    /// The device that the known value is from, and the one that shows the other.
    let devices: (UInt32, UInt32)

    /// What a collection lacks in the end.
    fileprivate var missing: ValueHash.Content {
      ValueHash.Content(ofCollection: from) - ValueHash.Content(ofCollection: to)
    }

    /// What may stand in place of a link that a collection has lost: a mixed value may hold lists and dictionaries.
    fileprivate func substitutes(in type: PropertyType) -> [ValueHash.Content] {
      let null = ValueHash.Content(ofElement: MergedChanges.null)
      if type.shape == .dictionary { return [null] }
      return type.scalar == .mixed ? [.none, null] : [.none]
    }
  }

  enum Verdict {
    /// It is what becomes of changes that are in the trail.
    case right
    /// It may be right, and why.
    case possible(String)
    case impossible
  }

  static let deletionWins =
    "another device deleted it, and a deletion that was not known wins (MERGE-6)"
  static let assignedAgain =
    "another device changed the object later, and may have assigned the value again (MERGE-14)"
  private static let outOfView = "a link to an object that is out of view is not shown (FLEX-76)"
  private static let maybeCleared =
    "a link is cleared when another device deletes its object (MERGE-7); " + outOfView
  private static let null = ValueHash.ofNull

  private let schema: CaseSchema?
  private let links: HistoryLinks
  /// The classes that the properties link to.
  private let targets: [Int?]
  /// The properties that two devices changed without knowing of each other, as soon as they are asked for.
  private var forks: Set<Int>?

  init(_ schema: CaseSchema?, _ links: HistoryLinks, _ targets: [Int?]) {
    (self.schema, self.links, self.targets) = (schema, links, targets)
  }

  mutating func verdict(
    on change: Change,
    _ facts: [HistoryFact],
    of object: ObjectHistory,
    _ names: HistoryNames,
    _ effort: inout SearchEffort
  ) -> Verdict {
    let isCollection = ValueHash.isCollection(change.from) || ValueHash.isCollection(change.to)
    if isCollection, forks(of: facts, in: object.words).contains(change.property) {
      return .right
    }
    guard isCollection || change.to == Self.null else { return .impossible }
    func isRight(_ change: Change) -> Bool {
      isCollection ? haveLeft(change, of: object, names) : isCleared(change, of: object, names)
    }
    if isRight(change) { return .right }
    let formers = formerChanges(than: change, facts, in: object.words, &effort)
    if effort.isSpent || formers.contains(where: isRight) { return .right }
    guard mayLink(change, of: object, names) else { return .impossible }
    // Without a schema it is not known of which class the object was.
    return .possible(schema == nil ? Self.maybeCleared : Self.outOfView)
  }

  /// So many values of a property are looked at that it has had before.
  private static let maximumFormers = 64

  /// What a device shows of each value that the property has had, if another device has replaced it without this one having
  /// heard of that.
  private func formerChanges(
    than change: Change,
    _ facts: [HistoryFact],
    in words: [UInt64],
    _ effort: inout SearchEffort
  ) -> [Change] {
    let (replacing, showing) = change.devices
    var formers: Set<UInt64> = [change.from]
    var changes: [Change] = []
    for fact in facts {
      guard changes.count < Self.maximumFormers, effort.allows(1) else { break }
      let device = fact.event.partition
      guard replacing != showing || device != showing else { continue }
      let values =
        replacing == showing ? fact.after : fact.before.lowerBound..<fact.after.upperBound
      for value in words[values] where FactValue(value).property == change.property {
        guard formers.insert(FactValue(value).hash).inserted else { continue }
        changes.append(
          Change(
            property: change.property,
            from: FactValue(value).hash,
            to: change.to,
            devices: (device, showing)
          )
        )
      }
    }
    return changes
  }

  private func isCleared(
    _ change: Change,
    of object: ObjectHistory,
    _ names: HistoryNames
  ) -> Bool {
    if propertyType(change.property, of: object, names)?.scalar == .mixed {
      return links.isDeleted(change.from, among: { _ in true }, otherwiseThanBy: change.devices)
    }
    let link = FactValue(property: change.property, hash: change.from).word
    guard let target = HistoryLinks.target(of: link, targets) else { return false }
    return links.isDeleted(target, otherwiseThanBy: change.devices)
  }

  /// Whether links have left a collection because another device deleted their targets: a dictionary has null in their
  /// place.
  private func haveLeft(
    _ change: Change,
    of object: ObjectHistory,
    _ names: HistoryNames
  ) -> Bool {
    guard ValueHash.isCollection(change.from), ValueHash.isCollection(change.to),
      let type = propertyType(change.property, of: object, names),
      type.isObject || type.scalar == .mixed
    else { return false }
    return change.substitutes(in: type).contains { substitute in
      links.areDeleted(
        change.missing,
        substitute,
        among: { type.scalar == .mixed || names.classes[$0].equalsByBytes(type.base) },
        otherwiseThanBy: change.devices
      )
    }
  }

  private func propertyType(
    _ property: Int,
    of object: ObjectHistory,
    _ names: HistoryNames
  ) -> PropertyType? {
    let name = names.propertyNames(of: object.className)[property]
    return schema?.classes[names.classes[object.className]]?.properties[name]
  }

  /// Whether what a property had held links, as far as anybody knows.
  private func mayLink(_ change: Change, of object: ObjectHistory, _ names: HistoryNames) -> Bool {
    guard let schema else { return true }
    let type = propertyType(change.property, of: object, names)
    if let type, type.scalar == .mixed {
      guard ValueHash.isCollection(change.from) else {
        return change.to == Self.null && links.knows(change.from, amongAllOf: names.classes.indices)
      }
      return ValueHash.isCollection(change.to)
        && change.substitutes(in: type).contains { links.areKnown(change.missing, $0) }
    }
    guard let target = type?.className.flatMap({ schema.classes[$0] }) else { return false }
    // What holds the same in another order has lost nothing.
    let isTurned = ValueHash.isCollection(change.from) && change.missing == .none
    return !target.isEmbedded && !isTurned
  }

  private mutating func forks(of facts: [HistoryFact], in words: [UInt64]) -> Set<Int> {
    if let forks { return forks }
    let found = Self.forks(of: facts, in: words)
    forks = found
    return found
  }

  /// The properties that two devices changed from one value: the second one did not know of the first.
  private static func forks(of facts: [HistoryFact], in words: [UInt64]) -> Set<Int> {
    var devices: [UInt64: UInt32] = [:]
    var forks: Set<Int> = []
    for fact in facts where fact.kind == .modification || fact.kind == .insertion {
      let before = Dictionary(words[fact.before].map { (FactValue($0).property, $0) }) { first, _ in
        first
      }
      for value in words[fact.after] {
        let property = FactValue(value).property
        // Nothing stands for the object that was not there yet.
        let nothing = FactValue(property: property, hash: ValueHash.untracked).word
        let start = fact.kind == .insertion ? nothing : before[property]
        guard let start, fact.kind == .insertion || start != nothing else { continue }
        let device = devices[start] ?? fact.event.partition
        devices[start] = device
        if device != fact.event.partition { forks.insert(property) }
      }
    }
    return forks
  }
}
