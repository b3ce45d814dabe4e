import OrderedCollections
import ReferenceRealm

/// Tells what a transaction did in terms that mean the same at the server: paths from objects that were there before, and
/// contents without references.
struct EditRecording {
  /// What was done to each object that was there before.
  private(set) var edits: [ObjectReference: [Edit]] = [:]
  private let transaction: WriteTransaction
  /// The objects that are deleted here.
  private let deleted: Set<DocumentID>
  /// Whether that is never taken back.
  private let deletionsAreFinal: Bool
  /// What objects hold at the moment, as far as they have been changed.
  private var values: [ObjectReference: [Value]] = [:]
  /// What it has deleted so far and the server may refuse to.
  private var unlinked: Set<DocumentID> = []
  /// Where the transaction has put something, perhaps what was there before.
  private var written: Set<WrittenPlace> = []

  init(_ transaction: WriteTransaction, deleting deleted: Set<DocumentID>, areFinal: Bool) {
    self.transaction = transaction
    self.deleted = deleted
    deletionsAreFinal = areFinal
  }

  /// Adds what was done next.
  mutating func add(_ mutation: Mutation) {
    // What is created in the transaction travels as it is in the end.
    guard transaction.before.contains(mutation.object), let place = place(of: mutation.object)
    else { return }
    let path = place.path + [.column(mutation.column)]
    for var edit in edits(for: mutation, at: path) {
      edit.deleted = unlinked
      add(edit, to: place.owner)
    }
    if case .unlink(let removed) = mutation.action, !deletionsAreFinal {
      unlinked.formUnion(removed.compactMap { transaction.before.documentID(of: $0) })
    }
    note(mutation)
    let before = transaction.before.values(of: mutation.object) ?? []
    mutation.action.apply(to: &values[mutation.object, default: before][mutation.column])
  }

  private mutating func add(_ edit: Edit, to owner: ObjectReference) {
    if case .insert(let more, let place) = edit.action, let last = edits[owner]?.last,
      case .insert(let contents, let start) = last.action, last.path == edit.path,
      start + contents.count == place
    {
      edits[owner]?.removeLast()
      var joined = edit
      joined.action = .insert(contents + more, at: start)
      edits[owner]?.append(joined)
    } else {
      edits[owner, default: []].append(edit)
    }
  }

  // MARK: Where

  /// A property, or the key of an entry or the element of a set in it.
  private struct WrittenPlace: Hashable {
    let object: ObjectReference
    let column: Int
    let part: Value?

    init(in mutation: Mutation, part: Value? = nil) {
      object = mutation.object
      column = mutation.column
      self.part = part
    }
  }

  private mutating func note(_ mutation: Mutation) {
    switch mutation.action {
    case .assign: written.insert(WrittenPlace(in: mutation))
    case .putEntry(_, let key): written.insert(WrittenPlace(in: mutation, part: .string(key)))
    case .add(let element): written.insert(WrittenPlace(in: mutation, part: element))
    default: break
    }
  }

  private func present(_ object: ObjectReference) -> [Value] {
    values[object] ?? transaction.before.values(of: object) ?? []
  }

  /// The object that an embedded one is a part of, and the way to it; nil if it is a part of nothing any more.
  private func place(of object: ObjectReference) -> (owner: ObjectReference, path: [Edit.Step])? {
    let schema = transaction.before.schema
    guard schema.tables[object.table].isEmbedded else { return (object, []) }
    guard let holder = transaction.before.holder(of: object), let outer = place(of: holder) else {
      return nil
    }
    let values = present(holder)
    for column in schema.tables[holder.table].linkColumns {
      if let steps = values[column].steps(to: object) {
        return (outer.owner, outer.path + [.column(column)] + steps)
      }
    }
    return nil
  }

  // MARK: What

  private func edits(for mutation: Mutation, at path: [Edit.Step]) -> [Edit] {
    let old = present(mutation.object)[mutation.column]
    switch mutation.action {
    case .assign(let new):
      let table = transaction.before.schema.tables[mutation.object.table]
      let mayHoldObjects = table.linkColumns.contains(mutation.column)
      let content = mayHoldObjects ? content(new) : .plain(new)
      let isFresh = new.isFresh(after: old)
      let isCollection = table.columns[mutation.column].type.shape != .single
      return [
        Edit(path, isCollection && !isFresh ? .refill(content) : .assign(content, isFresh: isFresh))
      ]
    case .insert(let new, let place): return [Edit(path, .insert([content(new)], at: place))]
    case .put(let new, let place):
      return [Edit(path + [.place(place)], .assign(content(new), isFresh: false))]
    case .remove(let place): return [Edit(path, .remove(at: place))]
    case .add(let new): return [Edit(path, .add(content(new)))]
    case .take(let old): return [Edit(path, .take(content(old)))]
    case .putEntry(let new, let key):
      guard case .dictionary(let entries) = old else { return [] }
      let isFresh = new.isFresh(after: entries[key] ?? .null)
      return [Edit(path + [.key(key)], .assign(content(new), isFresh: isFresh))]
    case .removeEntry(let key): return [Edit(path, .removeEntry(key: key))]
    case .unlink(let removed): return clearing(removed, in: old, of: mutation, at: path)
    }
  }

  /// What a deletion did to the links of a property.
  ///
  /// Those that the transaction itself has set there are taken away for good.
  private func clearing(
    _ removed: Set<ObjectReference>,
    in value: Value,
    of mutation: Mutation,
    at path: [Edit.Step]
  ) -> [Edit] {
    let before = transaction.before.values(of: mutation.object)?[mutation.column] ?? .null
    func isRemoved(_ value: Value) -> Bool { value.reference.map(removed.contains) ?? false }
    func isLeftToServer(_ value: Value, underKey key: String? = nil) -> Bool {
      guard let reference = value.reference, before.refers(to: reference, underKey: key),
        !written.contains(WrittenPlace(in: mutation)),
        !written.contains(WrittenPlace(in: mutation, part: key.map(Value.string) ?? value))
      else { return false }
      return transaction.before.documentID(of: reference).map(deleted.contains) ?? false
    }
    switch value {
    case .list(let elements):
      return elements.indices.reversed()
        .filter { isRemoved(elements[$0]) && (deletionsAreFinal || !isLeftToServer(elements[$0])) }
        .map { Edit(path, .remove(at: $0)) }
    case .set(let elements):
      return elements.filter { isRemoved($0) && !isLeftToServer($0) }
        .map { Edit(path, .take(content($0))) }
    case .dictionary(let entries):
      return entries.filter { isRemoved($0.value) && !isLeftToServer($0.value, underKey: $0.key) }
        .keys.map { Edit(path + [.key($0)], .assign(.null, isFresh: false)) }
    case .object:
      return isLeftToServer(value) ? [] : [Edit(path, .assign(.null, isFresh: false))]
    default: return []
    }
  }

  /// What a value is where it travels, also with objects that are gone in the end.
  private func content(_ value: Value) -> Content {
    Content(value) { reference in
      let table = transaction.after.schema.tables[reference.table]
      if table.isEmbedded {
        // It holds its place until it goes.
        let contents = transaction.after.contents(of: reference) ?? table.emptyContents
        return .embedded(table: reference.table, contents)
      }
      let id = transaction.after.documentID(of: reference)
      return (id ?? transaction.before.documentID(of: reference)).map(Content.link) ?? .null
    }
  }
}

extension Value {
  /// The way to an embedded object in this value; nil if it is not there.
  fileprivate func steps(to object: ObjectReference) -> [Edit.Step]? {
    switch self {
    case .object(object): []
    case .list(let elements): elements.firstIndex(of: .object(object)).map { [.place($0)] }
    case .dictionary(let entries):
      entries.first { $0.value == .object(object) }.map { [.key($0.key)] }
    default: nil
    }
  }

  /// Whether a link to the object is in this value; in a dictionary, under the key.
  fileprivate func refers(to object: ObjectReference, underKey key: String?) -> Bool {
    switch self {
    case .object(object): true
    case .list(let elements): elements.contains(.object(object))
    case .set(let elements): elements.contains(.object(object))
    case .dictionary(let entries): key.map { entries[$0] == .object(object) } ?? false
    default: false
    }
  }

  /// Whether this is a collection where none of its kind, or an empty one, was before.
  fileprivate func isFresh(after old: Value) -> Bool {
    switch (self, old) {
    case (.list, .list(let elements)): elements.isEmpty
    case (.set, .set(let elements)): elements.isEmpty
    case (.dictionary, .dictionary(let entries)): entries.isEmpty
    case (.list, _), (.set, _), (.dictionary, _): true
    default: false
    }
  }
}
