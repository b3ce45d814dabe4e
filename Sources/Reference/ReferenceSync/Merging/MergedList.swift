import ReferenceRealm

/// A list that several devices change: an element is known by what each device saw at its place, so that no change has to
/// be moved because of another one.
struct MergedList: Sendable {
  /// An element, also one that was removed.
  struct Item: Sendable {
    var slot: Slot
    /// The write that inserted it; nil if it was there from the beginning.
    var inserted: Stamp?
    /// Every write that removed it.
    var removed: [Stamp] = []
    /// The change of the server that took its link away, which had not been known where its target was deleted: another link
    /// may still be put there.
    var cut: Stamp?
  }

  var items: [Item]

  /// The elements that are there.
  var elements: [Content] {
    items.lazy.filter(\.isPresent).map(\.slot.content)
  }

  /// Inserts elements before the one that a device showed at a place.
  ///
  /// Of insertions at one place that do not know of each other the earlier comes first.
  mutating func insert(_ contents: [Content], at place: Int, by writer: Writer) {
    let end = index(of: place, for: writer) ?? items.count
    var start = end
    while start > 0, !writer.knows(items[start - 1].inserted) { start -= 1 }
    let earlier = items[start..<end].lastIndex {
      $0.inserted.map { !$0.isLater(than: writer.stamp) } ?? true
    }
    items.insert(
      contentsOf: contents.map { Item(slot: Slot($0, by: writer.stamp), inserted: writer.stamp) },
      at: earlier.map { $0 + 1 } ?? start
    )
  }

  /// Changes the element that a device showed at a place.
  mutating func change(at place: Int, by writer: Writer, _ body: (inout Item) -> Void) {
    if let index = index(of: place, for: writer) { body(&items[index]) }
  }

  private func index(of place: Int, for writer: Writer) -> Int? {
    var rest = place
    for index in items.indices where items[index].isShown(to: writer) {
      if rest == 0 { return index }
      rest -= 1
    }
    return nil
  }
}

extension MergedList.Item {
  /// Whether it is an element of the list.
  var isPresent: Bool { removed.isEmpty && cut == nil }

  /// Whether a device showed it when it made a change.
  func isShown(to writer: Writer) -> Bool {
    guard writer.knows(inserted) else { return false }
    if !removed.isEmpty, removed.contains(where: writer.knows) { return false }
    if let cut, writer.knows(cut) { return false }
    return !writer.isBlind(to: slot)
  }
}
