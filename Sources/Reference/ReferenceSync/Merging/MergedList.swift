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
    /// When its link was taken away, each time by a deletion that had not known of it: another link may still be put there.
    fileprivate(set) var cuts: [Cut] = []
  }

  /// A link is taken away, and perhaps another one put in its place.
  ///
  /// A device that knows of the first alone shows nothing there, whatever has been put since.
  struct Cut: Sendable {
    /// The change of the server.
    let stamp: Stamp
    /// The write that put another one there.
    var mended: Stamp?
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
  var isPresent: Bool { removed.isEmpty && !isCut }

  /// Whether it has lost its link, and has no other one.
  private var isCut: Bool { cuts.last.map { $0.mended == nil } ?? false }

  /// Takes its link away, unless that has happened already: who knows of the first time knows that it is gone.
  mutating func cut(by stamp: Stamp) {
    if !isCut { cuts.append(MergedList.Cut(stamp: stamp)) }
  }

  /// Takes note of what a write has put there.
  mutating func mend(by stamp: Stamp) {
    if isCut, slot.assigned == stamp { cuts[cuts.count - 1].mended = stamp }
  }

  /// Whether a device showed it when it made a change.
  func isShown(to writer: Writer) -> Bool {
    guard writer.knows(inserted) else { return false }
    if !removed.isEmpty, removed.contains(where: writer.knows) { return false }
    if cuts.contains(where: { $0.isKnown(to: writer) }) { return false }
    return !writer.isBlind(to: slot)
  }
}

extension MergedList.Cut {
  /// Whether it is all that a device knows of the place.
  fileprivate func isKnown(to writer: Writer) -> Bool {
    writer.knows(stamp) && !(mended.map(writer.knows) ?? false)
  }
}
