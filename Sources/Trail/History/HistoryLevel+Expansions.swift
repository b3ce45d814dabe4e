import Formats
import JSON

/// Links that a read shows in full: each was followed, and so its target has a read of its own behind it (LINK-3, LINK-4).
extension HistoryLevel {
  /// Notes the objects that stand in an object in place of links.
  ///
  /// Of a collection with several objects only one need have been taken (LINK-12), and nobody knows which.
  mutating func noteExpansions(
    in object: Value,
    of name: String,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) {
    guard object.isObject, object.children.contains(where: { $0.isObject || $0.isArray }),
      let description = schema?.classes[name], !description.hasRepresentation
    else { return }
    for member in object.children where member.isObject || member.isArray {
      guard let type = description.properties[member.name], let base = type.className,
        let target = schema?.classes[base], !target.hasRepresentation
      else { continue }
      let held = type.isCollection ? member.children.filter(\.isObject) : [member]
      for value in held where value.isObject {
        if !target.isEmbedded, held.count == 1, case let known = context(ofClass: base),
          known.isFollowed
        {
          note(.expansion, value, nil, known, event, log)
        }
        noteExpansions(in: value, of: base, event, log)
      }
    }
  }
}

extension HistoryReplay {
  /// A read that shows the object in full in place of a link, and the read of the object behind it that differs; nil if
  /// there is none.
  typealias Expansion = (shown: HistoryEvent, read: HistoryEvent?)

  /// So many reads of a scope are looked at: later ones are of later states.
  private static let maximumReads = 32

  /// The expansions that no read of the object goes with.
  func unexplainedExpansions() -> [Expansion] {
    guard facts.contains(where: { $0.kind == .expansion }) else { return [] }
    var reads: [UInt32: [(place: HistoryPlace, fact: HistoryFact)]] = [:]
    for fact in facts where fact.kind == .read {
      reads[fact.event.scope, default: []].append((files.place(of: fact.event), fact))
    }
    for scope in reads.keys { reads[scope]?.sort { $0.place < $1.place } }
    return facts.compactMap { fact in
      guard fact.kind == .expansion else { return nil }
      let place = files.place(of: fact.event)
      let all = reads[fact.event.scope] ?? []
      var range = all.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          all[middle].place <= place
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      let later = all[range.lowerBound...].prefix(Self.maximumReads)
      if later.contains(where: { $0.fact.shows(fact) }) { return nil }
      return (fact.event, later.first?.fact.event)
    }
  }
}

extension HistoryFact {
  /// Whether both give the same values, as far as they can be compared.
  fileprivate func shows(_ other: HistoryFact) -> Bool {
    if before.elementsEqual(other.before) { return true }
    let values = Dictionary(before.map { ($0 >> 48, $0) }) { first, _ in first }
    return other.before.allSatisfy { value in
      guard let mine = values[value >> 48], mine != value else { return true }
      let mask: UInt64 = 0xFFFF_FFFF_FFFF
      return mine & mask == ValueHash.untracked || value & mask == ValueHash.untracked
    }
  }
}
