package import OrderedCollections
package import ReferenceRealm

/// What a property holds when it travels: links name their targets by primary key, whether these exist or not, and
/// embedded objects are written out.
package indirect enum Content: Sendable {
  /// A value without an object in it.
  case plain(Value)
  case link(DocumentID)
  /// An embedded object: the place of its class in the schema, and what its columns hold.
  case embedded(table: Int, [Content])
  // Collections that may hold objects.
  case list([Content])
  case set([Content])
  case dictionary(OrderedDictionary<String, Content>)

  package static let null = Content.plain(.null)

  /// The value, where it is one without an object in it; null for everything else.
  package var plainValue: Value { if case .plain(let value) = self { value } else { .null } }

  /// Whether nothing was given: null, or a collection without elements.
  package var isEmpty: Bool {
    switch self {
    case .plain(.null): true
    case .plain(.list(let elements)): elements.isEmpty
    case .plain(.set(let elements)): elements.isEmpty
    case .plain(.dictionary(let entries)): entries.isEmpty
    case .list(let elements), .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    case .plain, .link, .embedded: false
    }
  }

  /// Whether a creation gives a property nothing, which holds this without being given anything: an empty list or dictionary
  /// is something in a mixed property.
  func isLeftOut(leaving empty: Content) -> Bool { isEmpty && (self == .null || empty != .null) }
}

extension Content: Hashable {
  /// Sets and dictionaries are equal in any order.
  package static func == (left: Content, right: Content) -> Bool {
    switch (left, right) {
    case (.plain(let a), .plain(let b)): a == b
    case (.link(let a), .link(let b)): a == b
    case (.embedded(let a, let left), .embedded(let b, let right)): a == b && left == right
    case (.list(let a), .list(let b)): a == b
    case (.set(let a), .set(let b)): a.count == b.count && Set(a) == Set(b)
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
    default: false
    }
  }

  /// Agrees with `==`.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .plain(let value): hasher.combine(value)
    case .link(let id): hasher.combine(id)
    case .embedded(let table, let columns):
      hasher.combine(table)
      hasher.combine(columns)
    case .list(let elements): hasher.combine(elements)
    case .set(let elements): hasher.combine(elements.count)
    case .dictionary(let entries): hasher.combine(entries.count)
    }
  }
}

extension Content {
  /// Calls the body for every link in it.
  package func forEachLink(_ body: (DocumentID) -> Void) {
    switch self {
    case .plain: break
    case .link(let id): body(id)
    case .embedded(_, let columns): for column in columns { column.forEachLink(body) }
    case .list(let elements), .set(let elements):
      for element in elements { element.forEachLink(body) }
    case .dictionary(let entries): for element in entries.values { element.forEachLink(body) }
    }
  }

  /// The same without links to some objects: single links and entries become null, lists and sets lose the element.
  package func removingLinks(to isGone: (DocumentID) -> Bool) -> Content {
    func isRemoved(_ element: Content) -> Bool {
      if case .link(let id) = element { isGone(id) } else { false }
    }
    switch self {
    case .plain: return self
    case .link: return isRemoved(self) ? .null : self
    case .embedded(let table, let columns):
      return .embedded(table: table, columns.map { $0.removingLinks(to: isGone) })
    case .list(let elements):
      return .list(elements.filter { !isRemoved($0) }.map { $0.removingLinks(to: isGone) })
    case .set(let elements): return .set(elements.filter { !isRemoved($0) })
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { $0.removingLinks(to: isGone) })
    }
  }
}
