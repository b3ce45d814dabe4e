import Formats
import JSON
import TrailReading

/// Links that a read shows in full: one that stands alone was followed, and so its target has a read of its own behind it
/// (LINK-3, LINK-4).
extension HistoryLevel {
  /// A property that leads to objects that are told apart or embedded.
  struct ObjectProperty {
    /// The class of the objects; nil of a mixed property.
    let target: ClassContext?
    let isEmbedded, isCollection: Bool
  }

  /// Notes the objects that stand in an object in place of links.
  ///
  /// Of a collection with several objects only one need have been taken (LINK-12), and it is not known which. One that
  /// stands further up on the path is one of them, although it is written as its key (LINK-15).
  mutating func noteExpansions(
    in object: Value,
    of known: ClassContext,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) {
    guard known.holdsObjects, object.isObject else { return }
    for member in object.children where member.isObject || member.isArray {
      guard let property = objectProperty(of: member, in: known) else { continue }
      if property.target == nil {
        noteMixed(member, isCollection: property.isCollection, isOnly: true, event, log)
      } else if property.isCollection {
        for value in member.children {
          note(value, in: property, isOnly: member.hasOne, event, log)
        }
      } else {
        note(member, in: property, isOnly: true, event, log)
      }
    }
  }

  private mutating func note(
    _ value: Value,
    in property: ObjectProperty,
    isOnly: Bool,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) {
    guard value.isObject, let target = property.target else { return }
    if !property.isEmbedded, target.isFollowed {
      note(isOnly ? .expansion : .company, value, nil, target, event, log)
    }
    noteExpansions(in: value, of: target, event, log)
  }

  /// Notes what a mixed value shows in place of links: its members tell the class of an object (LINK-19), and what is of none
  /// is a dictionary.
  private mutating func noteMixed(
    _ value: Value,
    isCollection: Bool,
    isOnly: Bool,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) {
    guard value.isObject || value.isArray else { return }
    let possible = value.isObject && !isCollection ? mixed.classes(of: value) : []
    guard possible.isEmpty else {
      let target = context(ofClass: possible[0])
      guard possible.count == 1, target.isFollowed else { return }
      if isOnly { note(.likeness, value, nil, target, event, log) }
      return noteExpansions(in: value, of: target, event, log)
    }
    for member in value.children {
      noteMixed(member, isCollection: false, isOnly: isOnly && value.hasOne, event, log)
    }
  }

  private mutating func objectProperty(
    of member: Value,
    in known: ClassContext
  ) -> ObjectProperty? {
    while objectKeys.count <= known.number { objectKeys.append(KeyMemory()) }
    if let number = objectKeys[known.number].lookUp(member) {
      return number.map { objectProperties[$0] }
    }
    let property = schema?.classes[known.name.text]?.properties[member.name]
    let number = property.flatMap { type -> Int? in
      let name = schema?.target(of: type)
      guard name != nil || type.scalar == .mixed else { return nil }
      objectProperties.append(
        ObjectProperty(
          target: name.map { context(ofClass: $0) },
          isEmbedded: name.flatMap { schema?.classes[$0]?.isEmbedded } ?? false,
          isCollection: type.isCollection
        )
      )
      return objectProperties.count - 1
    }
    objectKeys[known.number].note(number, of: member)
    return number.map { objectProperties[$0] }
  }
}

extension Value {
  /// Whether a collection has one element that is not null.
  fileprivate var hasOne: Bool { children.lazy.filter { $0.form != nil }.prefix(2).count == 1 }
}

extension CaseSchema {
  /// The class of the objects that a property leads to; nil if there is none, or if something else stands for them.
  func target(of type: PropertyType) -> String? {
    type.className.flatMap { name in
      classes[name].map { !$0.hasRepresentation } ?? false ? name : nil
    }
  }
}

extension HistoryReplay {
  /// A read that shows the object in full in place of a link.
  struct Expansion {
    let shown: HistoryEvent
    /// The read of the object behind it that differs; nil if there is none.
    let read: HistoryEvent?
    /// What it shows that the object never was.
    let contradiction: HistoryContradiction?
  }

  /// So many reads of a scope are looked at: later ones are of later states.
  private static let maximumReads = 32

  /// The expansions that no read of the object goes with.
  func unexplainedExpansions() -> [Expansion] {
    guard facts.contains(where: { $0.kind == .expansion || $0.kind == .likeness }),
      facts.contains(where: { $0.kind != .likeness })
    else { return [] }
    let (facts, files, object) = (facts, files, object)
    let impossible = impossibleExpansions
    let unplaced = object.unplaced.filter { $0.kind == .read }.prefix(Self.maximumReads)
    // Facts are large: what is put in order are their numbers.
    let reads = facts.indices.lazy.filter { facts[$0].kind == .read }
      .map { (scope: facts[$0].event.scope, place: files.place(of: facts[$0].event), number: $0) }
      .sorted { ($0.scope, $0.place) < ($1.scope, $1.place) }
    return facts.indices.compactMap { index in
      let fact = facts[index]
      guard fact.kind == .expansion || fact.kind == .likeness else { return nil }
      let (scope, place) = (fact.event.scope, files.place(of: fact.event))
      let next = reads.place { ($0.scope, $0.place) <= (scope, place) }
      let behind = reads[next...].prefix(Self.maximumReads)
        .prefix { $0.scope == scope }
      // An export may be in any order: what stands before it may be later.
      let before = reads[..<next].suffix(Self.maximumReads)
        .filter { $0.scope == scope && facts[$0.number].event.isLater(than: fact.event) }
      let later = behind + before
      if later.contains(where: { facts[$0.number].shows(fact, in: object.words) }) { return nil }
      let isExplained = unplaced.contains {
        $0.event.actor == fact.event.actor && $0.shows(fact, in: object.words)
      }
      if isExplained { return nil }
      return Expansion(
        shown: fact.event,
        read: later.first.map { facts[$0.number].event },
        contradiction: impossible[index]
      )
    }
  }
}

extension HistoryEvent {
  /// Whether its time is later, or in the same instant its id.
  func isLater(than other: HistoryEvent) -> Bool {
    if time != other.time { return time > other.time }
    guard let id, let otherId = other.id else { return false }
    return otherId < id
  }
}

extension HistoryFact {
  /// Whether both give the same values, as far as they can be compared.
  fileprivate func shows(_ other: HistoryFact, in words: [UInt64]) -> Bool {
    if words[before].elementsEqual(words[other.before]) { return true }
    let values = Dictionary(words[before].map { (FactValue($0).property, $0) }) { first, _ in first
    }
    return words[other.before].allSatisfy { value in
      guard let mine = values[FactValue(value).property], mine != value else { return true }
      return [mine, value].contains { FactValue($0).hash == ValueHash.untracked }
    }
  }
}
