import OrderedCollections
import ReferenceRealm

/// A set or dictionary that several devices change: each element or key by itself.
struct MergedEntries<Key: Hashable & Sendable>: Sendable {
  /// What is known of a key, also of one that was removed.
  struct Entry: Sendable {
    /// What it has; nil if it was removed.
    var slot: Slot?
    /// The write that removed it last, also if it has something again.
    var removed: Stamp?
    /// What was put here where the removal counts, and neither of the two knew of the other.
    var rivals: [Slot] = []
  }

  var entries: OrderedDictionary<Key, Entry> = [:]

  /// What is there.
  var present: OrderedDictionary<Key, Content> { entries.compactMapValues(\.slot?.content) }

  /// Sets what a key has.
  mutating func put(_ content: Content, at key: Key, isFresh: Bool, by writer: Writer) {
    let removed = entries[key]?.removed
    // To remove an embedded object is to delete it.
    if content.isEmbedded, !writer.knows(removed) {
      entries[key]?.rivals.add(content, by: writer)
      return
    }
    // What is united is the creation of an object, or a list or dictionary.
    let isFresh = isFresh && (writer.creates || !content.isEmbedded && content != .null)
    if entries[key]?.slot != nil {
      entries[key]?.slot?.perform(.assign(content, isFresh: isFresh), by: writer)
      return
    }
    guard writer.wins(over: removed) else {
      entries[key]?.rivals.add(content, by: writer)
      return
    }
    var slot = Slot(content, by: writer.stamp)
    if !isFresh, content.isEmbedded { slot.cleared = writer.stamp }
    entries[key, default: Entry()].slot = slot
  }

  /// Removes a key.
  mutating func remove(_ key: Key, by writer: Writer) {
    guard var entry = entries[key] else { return }
    if let slot = entry.slot {
      // Of two removals of an embedded object the later one counts, with what its device has put there after it.
      let last = slot.content.isEmbedded ? entry.removed : slot.assigned
      guard writer.wins(over: last) else { return }
      entry.rivals += [slot] + slot.rivals
      entry.slot = nil
    } else if !writer.wins(over: entry.removed) {
      return
    }
    entry.rivals.removeAll { writer.knows($0.assigned) }
    entry.removed = writer.stamp
    entries[key] = entry
  }
}

extension Content {
  /// Whether it is an embedded object.
  var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}
