import OrderedCollections
import ReferenceRealm

/// What a property, element or entry holds, and which writes count there.
struct Slot: Sendable {
  /// What it holds, ready to be changed from several sides.
  indirect enum Node: Sendable {
    /// A value or a link: it is replaced as a whole.
    case single(Content)
    case embedded(table: Int, [Slot])
    // Collections; `ofValues` if they hold no objects.
    case list(MergedList, ofValues: Bool)
    case set(MergedEntries<Content>, ofValues: Bool)
    case dictionary(MergedEntries<String>, ofValues: Bool)
  }

  var node: Node
  /// The write that assigned it last; nil if it has been there from the beginning.
  var assigned: Stamp?
  /// The write that last did away with what was in it: what does not know of it comes too late.
  var cleared: Stamp?
  /// How it did that.
  var clearing = Clearing.emptying

  /// The assignment of the embedded object to which another one, which did not know of it, had to give way: a change that does not
  /// know of it either was made in what has made way.
  var outdone: Stamp?

  /// What else was put here, where neither of the two knew of the other: it comes back if what is here goes without it.
  var rivals: [Slot] = []

  /// What a write put there.
  init(_ content: Content, by stamp: Stamp?) {
    node = Node(content, by: stamp)
    assigned = stamp
  }

  /// What a property of a new object holds: what is empty was not put there by its creation.
  init(initial content: Content, by stamp: Stamp?) {
    self.init(content, by: content.isEmpty ? nil : stamp)
  }

  /// What it holds.
  var content: Content { node.content }

  /// How a write does away with what others put in a place.
  enum Clearing {
    /// It clears or refills a collection, or replaces an embedded object.
    case emptying
    /// It assigns a value: a later list or dictionary is united with what has come in its place.
    case value
    /// It assigns a mixed property another list or dictionary: a later one takes its place.
    case collection
  }
}

extension Slot.Node {
  init(_ content: Content, by stamp: Stamp?) {
    func entries<Key>(_ pairs: some Sequence<(Key, Content)>) -> MergedEntries<Key> {
      var entries = MergedEntries<Key>()
      for (key, content) in pairs { entries.entries[key] = .init(slot: Slot(content, by: stamp)) }
      return entries
    }
    func list(_ contents: some Sequence<Content>) -> MergedList {
      MergedList(items: contents.map { .init(slot: Slot($0, by: stamp), inserted: stamp) })
    }
    switch content {
    case .plain(.list(let values)):
      self = .list(list(values.lazy.map(Content.plain)), ofValues: true)
    case .plain(.set(let values)):
      self = .set(entries(values.lazy.map { (.plain($0), .plain($0)) }), ofValues: true)
    case .plain(.dictionary(let values)):
      self = .dictionary(entries(values.lazy.map { ($0, .plain($1)) }), ofValues: true)
    case .plain, .link: self = .single(content)
    case .embedded(let table, let contents):
      self = .embedded(table: table, contents.map { Slot(initial: $0, by: stamp) })
    case .list(let elements): self = .list(list(elements), ofValues: false)
    case .set(let elements):
      self = .set(entries(elements.lazy.map { ($0, $0) }), ofValues: false)
    case .dictionary(let contents):
      self = .dictionary(entries(contents.lazy.map { ($0, $1) }), ofValues: false)
    }
  }

  var content: Content {
    switch self {
    case .single(let content): content
    case .embedded(let table, let slots): .embedded(table: table, slots.map(\.content))
    case .list(let list, false): .list(list.elements)
    case .list(let list, true): .plain(.list(list.elements.map(\.plainValue)))
    case .set(let set, false): .set(Array(set.present.values))
    case .set(let set, true):
      .plain(.set(OrderedSet(set.present.values.lazy.map(\.plainValue))))
    case .dictionary(let dictionary, false): .dictionary(dictionary.present)
    case .dictionary(let dictionary, true):
      .plain(.dictionary(dictionary.present.mapValues(\.plainValue)))
    }
  }
}
