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
  }

  var entries: OrderedDictionary<Key, Entry> = [:]

  /// What is there.
  var present: OrderedDictionary<Key, Content> { entries.compactMapValues(\.slot?.content) }

  /// Sets what a key has.
  mutating func put(_ content: Content, at key: Key, isFresh: Bool, by writer: Writer) {
    let removed = entries[key]?.removed
    // To remove an embedded object is to delete it.
    if content.isEmbedded, !writer.knows(removed) { return }
    let isFresh = isFresh && (writer.creates || !content.isEmbedded)
    if entries[key]?.slot != nil {
      entries[key]?.slot?.perform(.assign(content, isFresh: isFresh), by: writer)
      return
    }
    guard writer.wins(over: removed) else { return }
    var slot = Slot(content, by: writer.stamp)
    if !isFresh, content.isEmbedded { slot.cleared = writer.stamp }
    entries[key, default: Entry()].slot = slot
  }

  /// Removes a key.
  mutating func remove(_ key: Key, by writer: Writer) {
    guard let entry = entries[key] else { return }
    if let slot = entry.slot {
      // Of two removals of an embedded object the later one counts, with what its device has put there after it.
      let last = slot.content.isEmbedded ? entry.removed : slot.assigned
      guard writer.wins(over: last) else { return }
      entries[key]?.slot = nil
    } else if !writer.wins(over: entry.removed) {
      return
    }
    entries[key]?.removed = writer.stamp
  }
}

extension Content {
  /// Whether it is an embedded object.
  var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}
