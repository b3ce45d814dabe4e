/// What the payload of a scoped event says, without what could not be made sense of.
package struct Payload {
  /// Whether objects were seen; otherwise a transaction changed some.
  package let isRead: Bool
  /// The object that it is.
  package let value: Value

  /// What it says of each class.
  package var eachClass: Classes { Classes(isRead: isRead, rest: value.children, payload: value) }

  /// The classes of a payload one after the other: one if it is a read.
  package struct Classes: Sequence, IteratorProtocol {
    fileprivate let isRead: Bool
    fileprivate var rest: Value.Children
    fileprivate let payload: Value

    package mutating func next() -> ClassObjects? {
      while let member = rest.next() {
        guard isRead else {
          if let objects = ClassObjects(changes: member) { return objects }
          continue
        }
        rest = Value.Children(noneOf: payload)
        return ClassObjects(read: payload)
      }
      return nil
    }
  }

  /// What a payload says of the objects of a class.
  package struct ClassObjects {
    package let name: ClassName
    /// Those that were seen.
    package private(set) var read: Value.Children
    /// The new ones as they were at the end, and those that are gone as they were before.
    package private(set) var insertions, deletions: Value.Children
    private var modificationList: Value.Children

    fileprivate init(read payload: Value) {
      self.init(payload[.type] ?? payload)
      if let objects = payload[.value] { read = objects.children }
    }

    private init(_ name: Value) {
      self.name = ClassName(name)
      let none = Value.Children(noneOf: name)
      (read, insertions, deletions, modificationList) = (none, none, none, none)
    }

    /// Nil if the member of a write is not an object.
    init?(changes: Value) {
      guard changes.isObject else { return nil }
      self.init(changes)
      for list in changes.members where list.isArray {
        if list.isNamed(.insertions) {
          insertions = list.children
        } else if list.isNamed(.modifications) {
          modificationList = list.children
        } else if list.isNamed(.deletions) {
          deletions = list.children
        }
      }
    }

    /// The class.
    package var className: String { name.text }

    /// What changed of other objects.
    package var modifications: some Sequence<Modification> {
      modificationList.lazy.compactMap(Modification.init)
    }

    /// What is told of each object: as it was seen, was created or was before; and what became of what changed.
    ///
    /// Deletions come before insertions: a key that is in both was deleted first.
    @inline(__always)
    package func forEachAct(_ body: (ObjectAct.Kind, _ object: Value, _ newValue: Value?) -> Void) {
      for object in read { body(.seen, object, nil) }
      for object in deletions { body(.deleted, object, nil) }
      for change in modifications { body(.changed, change.oldValue, change.newValue) }
      for object in insertions { body(.created, object, nil) }
    }

    /// Whether there is no object.
    package var isEmpty: Bool {
      [read, insertions, deletions].allSatisfy { objects in objects.allSatisfy { _ in false } }
        && modifications.allSatisfy { _ in false }
    }

    /// How many objects there are.
    package var count: Int {
      read.count + insertions.count + deletions.count + modifications.reduce(0) { n, _ in n + 1 }
    }
  }

  /// What changed of an object: how it was before, and the properties that differ after.
  package struct Modification {
    package let oldValue, newValue: Value

    /// Nil if it is anything else.
    init?(_ element: Value) {
      guard element.isObject else { return nil }
      var (old, new): (Value?, Value?)
      for member in element.members {
        if member.isNamed(.oldValue) {
          old = member
        } else if member.isNamed(.newValue) {
          new = member
        } else {
          return nil
        }
      }
      guard let old, let new else { return nil }
      (oldValue, newValue) = (old, new)
    }
  }
}
