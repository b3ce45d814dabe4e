import OrderedCollections
import ReferenceRealm

/// What becomes of a slot where a device has replaced or removed what it saw there, and a later assignment that it had not seen
/// stays.
///
/// What two devices put is united, and what one of them has replaced goes. An embedded object goes with all that others did to
/// it, so only that stays which knows of the later assignment.
extension Slot {
  /// Gives way to what is here, which was assigned later.
  mutating func giveWay(with content: Content, by writer: Writer) {
    rivals.add(content, by: writer)
    guard let assigned else { return }
    if self.content.isEmbedded {
      outdone = assigned
      forgetWithin({ !($0?.knows(assigned) ?? false) }, by: writer)
    } else {
      forgetWithin(writer.knows, by: writer)
    }
  }

  /// Remembers what a write is about to replace, unless its device knows of it.
  mutating func remember(for writer: Writer) {
    var former = self
    former.rivals = []
    rivals = (rivals + [former]).filter { !writer.knows($0.assigned) }
  }

  /// Takes away what some writes have put here.
  ///
  /// - Parameters:
  ///   - isGone: which; nil is what was there from the beginning.
  ///   - empty: what a property holds that nothing was put into; a collection keeps what other writes have put.
  ///   - writer: the device that has replaced what goes.
  fileprivate mutating func forget(
    _ isGone: (Stamp?) -> Bool,
    leaving empty: Content,
    by writer: Writer
  ) {
    let isCollection = empty.isEmpty && empty != .null
    if !isCollection {
      self = ([self] + rivals).last(without: isGone) ?? Slot(empty, by: nil)
    }
    forgetWithin(isGone, by: writer)
  }

  private mutating func forgetWithin(_ isGone: (Stamp?) -> Bool, by writer: Writer) {
    switch node {
    case .single: break
    case .embedded(let table, var slots):
      for (place, empty) in zip(slots.indices, writer.emptyContents(table)) {
        slots[place].forget(isGone, leaving: empty, by: writer)
      }
      node = .embedded(table: table, slots)
    case .list(var list, let ofValues):
      for place in list.items.indices where isGone(list.items[place].inserted) {
        list.items[place].removed.append(writer.stamp)
      }
      node = .list(list, ofValues: ofValues)
    case .set(var entries, let ofValues):
      entries.forget(isGone, by: writer)
      node = .set(entries, ofValues: ofValues)
    case .dictionary(var entries, let ofValues):
      entries.forget(isGone, by: writer)
      node = .dictionary(entries, ofValues: ofValues)
    }
  }
}

extension MergedEntries {
  fileprivate mutating func forget(_ isGone: (Stamp?) -> Bool, by writer: Writer) {
    for (key, entry) in entries where entry.slot != nil || isGone(entry.removed) {
      let slots = (entry.slot.map { [$0] + $0.rivals } ?? []) + entry.rivals
      if var slot = slots.last(without: isGone) {
        slot.forget(isGone, leaving: .null, by: writer)
        entries[key]?.slot = slot
      } else {
        entries[key] = Entry(slot: nil, removed: writer.stamp)
      }
    }
  }
}

extension [Slot] {
  /// Adds what a device has put in vain, over what it knew of.
  mutating func add(_ content: Content, by writer: Writer) {
    removeAll { writer.knows($0.assigned) }
    append(Slot(content, by: writer.stamp))
  }

  /// The one that was put last, but for those of some writes.
  fileprivate func last(without isGone: (Stamp?) -> Bool) -> Slot? {
    filter { !isGone($0.assigned) }.max { left, right in
      guard let left = left.assigned, let right = right.assigned else { return false }
      return right.knows(left) || !left.knows(right) && right.isLater(than: left)
    }
  }
}
