import OrderedCollections
import ReferenceRealm

/// What becomes of a slot where a device has replaced what it saw there, and a later assignment that it had not seen stays:
/// two objects that are united have contents of both, and those that were replaced go.
extension Slot {
  /// Takes away what a device had seen in it.
  mutating func forgetWhatIsKnown(to writer: Writer) {
    switch node {
    case .single: break
    case .embedded(let table, var slots):
      for (place, empty) in zip(slots.indices, writer.emptyContents(table)) {
        if let assigned = slots[place].assigned, writer.knows(assigned) {
          slots[place] = Slot(initial: empty, by: nil)
        } else {
          slots[place].forgetWhatIsKnown(to: writer)
        }
      }
      node = .embedded(table: table, slots)
    case .list(var list, let ofValues):
      for place in list.items.indices where writer.knows(list.items[place].inserted) {
        list.items[place].removed.append(writer.stamp)
      }
      node = .list(list, ofValues: ofValues)
    case .set(var entries, let ofValues):
      entries.forgetWhatIsKnown(to: writer)
      node = .set(entries, ofValues: ofValues)
    case .dictionary(var entries, let ofValues):
      entries.forgetWhatIsKnown(to: writer)
      node = .dictionary(entries, ofValues: ofValues)
    }
  }
}

extension MergedEntries {
  fileprivate mutating func forgetWhatIsKnown(to writer: Writer) {
    for (key, entry) in entries {
      guard let slot = entry.slot else { continue }
      if writer.knows(slot.assigned) {
        entries[key] = Entry(slot: nil, removed: writer.stamp)
      } else {
        entries[key]?.slot?.forgetWhatIsKnown(to: writer)
      }
    }
  }
}
