import ReferenceRealm

extension Content {
  /// The elements, if this is a list.
  private var elements: [Content]? {
    switch self {
    case .list(let elements): elements
    case .plain(.list(let values)): values.map(Content.plain)
    default: nil
    }
  }

  /// A list of the same kind as this one.
  private func list(_ elements: [Content]) -> Content {
    if case .plain = self { .plain(.list(elements.map(\.plainValue))) } else { .list(elements) }
  }

  /// This list with what became of another copy of it: what either inserted is there, what either removed is not.
  ///
  /// Of insertions at one place the earlier comes first. Where both kept the length, elements are compared one by one,
  /// and the later change of one wins.
  func merged(since old: Content, with other: Content, isLater: Bool) -> Content {
    guard let base = old.elements, let mine = elements, let theirs = other.elements else {
      return isLater ? self : other
    }
    if base.count == mine.count, base.count == theirs.count {
      return list(
        base.indices.map { index in
          let isMine = mine[index] != base[index] && (isLater || theirs[index] == base[index])
          return isMine ? mine[index] : theirs[index]
        }
      )
    }
    let edits = (ListEdit(from: base, to: mine), ListEdit(from: base, to: theirs))
    let (earlier, later) = isLater ? (edits.1, edits.0) : edits
    var result: [Content] = []
    for place in 0...base.count {
      result += earlier.insertions[place] ?? []
      result += later.insertions[place] ?? []
      guard place < base.count, !earlier.removals.contains(place), !later.removals.contains(place)
      else { continue }
      result.append(base[place])
    }
    return list(result)
  }
}

/// What leads from one list to another, by places of the first one.
private struct ListEdit {
  /// What was inserted before the element at each place.
  private(set) var insertions: [Int: [Content]] = [:]
  /// The places of what was removed.
  private(set) var removals: Set<Int> = []

  init(from base: [Content], to list: [Content]) {
    var inserted: [Int: Content] = [:]
    for change in list.difference(from: base) {
      switch change {
      case .insert(let offset, let element, _): inserted[offset] = element
      case .remove(let offset, _, _): removals.insert(offset)
      }
    }
    var place = 0
    for index in list.indices {
      if let element = inserted[index] {
        insertions[place, default: []].append(element)
      } else {
        while removals.contains(place) { place += 1 }
        place += 1
      }
    }
  }
}
