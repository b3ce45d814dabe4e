import OrderedCollections
import ReferenceRealm

/// The links of a device's objects to objects that it does not have: the realm does not show them, and a change of the
/// property beside them must not lose them.
struct HiddenLinks: Sendable {
  /// What a column holds at the server, where it is more than the device shows.
  private var columns: [DocumentID: [Int: Content]] = [:]

  /// Notes what an object holds, of which the device shows less in some columns.
  mutating func note(_ id: DocumentID, _ hidden: [Int: Content]) {
    columns[id] = hidden.isEmpty ? nil : hidden
  }

  mutating func forget(_ id: DocumentID) { columns[id] = nil }

  /// Takes out of a column what was deleted.
  mutating func forgetLinks(in id: DocumentID, _ column: Int, to gone: Set<DocumentID>) {
    guard let full = columns[id]?[column] else { return }
    columns[id]?[column] = full.removingLinks(to: gone.contains)
  }

  /// What a column holds after it was changed from what the device showed to something else.
  mutating func edit(_ id: DocumentID, _ column: Int, from old: Content, to new: Content) -> Content
  {
    guard let full = columns[id]?[column] else { return new }
    let edited = full.edited(from: old, to: new)
    columns[id]?[column] = edited
    return edited
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
