import OrderedCollections
import ReferenceRealm

/// What happens to links whose targets are gone, and what a slot is under another schema.
extension Slot {
  /// Clears links, by their target and the write that set them: single ones and entries become null, lists and sets lose the
  /// element.
  ///
  /// - Parameters:
  ///   - isGone: which links.
  ///   - stamp: the deletion that takes them along; nil if it did not know of them.
  ///   - cut: what the server leaves behind where it did not.
  mutating func removeLinks(
    to isGone: (DocumentID, Stamp?) -> Bool,
    by stamp: Stamp?,
    _ cut: Stamp
  ) {
    func isRemoved(_ slot: Slot?) -> Bool {
      if case .single(.link(let id))? = slot?.node { isGone(id, slot?.assigned) } else { false }
    }
    switch node {
    case .single: if isRemoved(self) { node = .single(.null) }
    case .embedded(let table, var slots):
      for place in slots.indices { slots[place].removeLinks(to: isGone, by: stamp, cut) }
      node = .embedded(table: table, slots)
    case .list(var list, let ofValues):
      for place in list.items.indices {
        if isRemoved(list.items[place].slot) {
          if let stamp, list.items[place].slot.assigned.map(stamp.knows) ?? true {
            list.items[place].removed.append(stamp)
          } else {
            list.items[place].cut(by: cut)
          }
        } else {
          list.items[place].slot.removeLinks(to: isGone, by: stamp, cut)
        }
      }
      node = .list(list, ofValues: ofValues)
    case .set(var set, let ofValues):
      for (key, entry) in set.entries where isRemoved(entry.slot) { set.entries[key]?.slot = nil }
      node = .set(set, ofValues: ofValues)
    case .dictionary(var dictionary, let ofValues):
      for key in dictionary.entries.keys {
        dictionary.entries[key]?.slot?.removeLinks(to: isGone, by: stamp, cut)
      }
      node = .dictionary(dictionary, ofValues: ofValues)
    }
  }

  /// The same with other places of classes and properties.
  func mapped(
    _ content: (Content) -> Content,
    _ embedded: (Int, [Slot]) -> Node
  ) -> Slot {
    var slot = self
    slot.rivals = rivals.map { $0.mapped(content, embedded) }
    switch node {
    case .single(let value): slot.node = .single(content(value))
    case .embedded(let table, let slots): slot.node = embedded(table, slots)
    case .list(var list, let ofValues):
      for place in list.items.indices {
        list.items[place].slot = list.items[place].slot.mapped(content, embedded)
      }
      slot.node = .list(list, ofValues: ofValues)
    case .set(let set, let ofValues):
      var other = MergedEntries<Content>()
      for (key, entry) in set.entries {
        other.entries[content(key)] = .init(
          slot: entry.slot?.mapped(content, embedded),
          removed: entry.removed,
          rivals: entry.rivals.map { $0.mapped(content, embedded) }
        )
      }
      slot.node = .set(other, ofValues: ofValues)
    case .dictionary(var dictionary, let ofValues):
      for (key, entry) in dictionary.entries {
        dictionary.entries[key]?.slot = entry.slot?.mapped(content, embedded)
        dictionary.entries[key]?.rivals = entry.rivals.map { $0.mapped(content, embedded) }
      }
      slot.node = .dictionary(dictionary, ofValues: ofValues)
    }
    return slot
  }
}
