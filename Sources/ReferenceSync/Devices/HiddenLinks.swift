import OrderedCollections
import ReferenceRealm

/// The links of a device's objects to objects that it does not have, or has deleted: the realm does not show them, and a
/// change of the property beside them must not lose them.
struct HiddenLinks: Sendable {
  /// Whether no deletion of this device is ever taken back.
  let deletionsAreFinal: Bool
  /// What a column holds at the server, where it is more than the device shows.
  private var columns: [DocumentID: [Int: Content]] = [:]

  /// The links of a device that shows all its objects.
  init(deletionsAreFinal: Bool) { self.deletionsAreFinal = deletionsAreFinal }

  /// Notes what an object holds, of which the device shows less in some columns.
  mutating func note(_ id: DocumentID, _ hidden: [Int: Content]) {
    columns[id] = hidden.isEmpty ? nil : hidden
  }

  mutating func forget(_ id: DocumentID) { columns[id] = nil }

  /// Begins to follow what becomes of a column that shows this.
  func edit(of id: DocumentID, _ column: Int, shown: Content) -> Edit {
    Edit(full: columns[id]?[column] ?? shown, shown: shown)
  }

  /// Notes what a column holds now.
  ///
  /// - Returns: what it holds, if that has changed.
  mutating func finish(
    _ edit: Edit,
    of id: DocumentID,
    _ column: Int,
    _ gone: Set<DocumentID>
  ) -> Content? {
    let isGone = { [deletionsAreFinal] in deletionsAreFinal && gone.contains($0) }
    let full = edit.full.removingLinks(to: isGone)
    columns[id, default: [:]][column] = full == edit.shown ? nil : full
    return full == edit.original.removingLinks(to: isGone) ? nil : full
  }
}

extension HiddenLinks {
  /// What becomes of a column within a transaction.
  struct Edit {
    let original: Content
    /// What the column holds, with what is hidden.
    private(set) var full: Content
    /// What the device shows of it.
    private(set) var shown: Content

    fileprivate init(full: Content, shown: Content) {
      original = full
      self.full = full
      self.shown = shown
    }

    /// The column was assigned to until it shows this.
    mutating func show(_ new: Content) {
      if new == shown { return }
      full = full.edited(from: shown, to: new)
      shown = new
    }

    /// A deletion has cleared links until the column shows this: those to some objects are hidden from then on, and
    /// all others are lost.
    mutating func clear(_ new: Content, keeping hidden: Set<DocumentID>) {
      var cleared: Set<DocumentID> = []
      shown.forEachLink { cleared.insert($0) }
      new.forEachLink { cleared.remove($0) }
      full = full.removingLinks { cleared.contains($0) && !hidden.contains($0) }
      shown = new
    }
  }
}

extension Content {
  /// This content with a change of the part that is shown.
  fileprivate func edited(from old: Content, to new: Content) -> Content {
    switch (self, old, new) {
    case (.list(let full), .list(let old), .list(let new)):
      return .list(Self.inserting(Self.hidden(in: full, beside: old), into: new))
    case (.set(let full), .set(let old), .set(let new)):
      // What is out of view may be added all the same, by its key.
      let known = Set(old + new)
      return .set(new + full.filter { !known.contains($0) })
    case (.dictionary(let full), .dictionary(let old), .dictionary(let new)):
      var entries = new
      for (key, value) in new where value == .null && old[key] == .null {
        entries[key] = full[key] ?? .null
      }
      return .dictionary(entries)
    case (.embedded(let table, let full), .embedded(_, let old), .embedded(_, let new)):
      let columns = zip(full, zip(old, new)).map { full, shown in
        shown.0 == shown.1 ? full : full.edited(from: shown.0, to: shown.1)
      }
      return .embedded(table: table, columns)
    default: return new
    }
  }

  /// The elements that are not shown, each with the number of shown ones before it.
  private static func hidden(
    in full: [Content],
    beside shown: [Content]
  ) -> [(place: Int, element: Content)] {
    var place = 0
    var hidden: [(Int, Content)] = []
    for element in full {
      if place < shown.count, shown[place] == element {
        place += 1
      } else {
        hidden.append((place, element))
      }
    }
    return hidden
  }

  private static func inserting(
    _ hidden: [(place: Int, element: Content)],
    into shown: [Content]
  ) -> [Content] {
    var result: [Content] = []
    var rest = hidden[...]
    for (place, element) in shown.enumerated() {
      while let next = rest.first, next.place <= place {
        result.append(next.element)
        rest.removeFirst()
      }
      result.append(element)
    }
    return result + rest.map(\.element)
  }
}
