/// What the payload of a scoped event says, without what could not be made sense of.
struct Payload {
  /// Whether objects were seen; otherwise a transaction changed some.
  let isRead: Bool
  /// The object that it is.
  let value: Value

  /// The names of the members that payloads have.
  enum Names {
    static var type: StaticString { "type" }
    static var value: StaticString { "value" }
    static var insertions: StaticString { "insertions" }
    static var modifications: StaticString { "modifications" }
    static var deletions: StaticString { "deletions" }
    static var oldValue: StaticString { "oldValue" }
    static var newValue: StaticString { "newValue" }
  }

  /// What it says of each class.
  var classes: [ClassObjects] { Array(eachClass) }

  /// The same for those who see every event: no list is made.
  var eachClass: Classes { Classes(isRead: isRead, rest: value.children, payload: value) }

  /// The classes of a payload one after the other: one if it is a read.
  struct Classes: Sequence, IteratorProtocol {
    fileprivate let isRead: Bool
    fileprivate var rest: Value.Children
    fileprivate let payload: Value

    mutating func next() -> ClassObjects? {
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
  struct ClassObjects {
    /// The string, or the member, that names the class.
    private let name: Value
    /// Those that were seen.
    private(set) var read: Value.Children
    /// The new ones as they were at the end, and those that are gone as they were before.
    private(set) var insertions, deletions: Value.Children
    private var modificationList: Value.Children

    fileprivate init(read payload: Value) {
      self.init(name: payload[Names.type] ?? payload)
      if let objects = payload[Names.value] { read = objects.children }
    }

    private init(name: Value) {
      self.name = name
      let none = Value.Children(noneOf: name)
      (read, insertions, deletions, modificationList) = (none, none, none, none)
    }

    /// Nil if the member of a write is not an object.
    init?(changes: Value) {
      guard changes.isObject else { return nil }
      self.init(name: changes)
      for list in changes.children where list.isArray {
        if list.isNamed(Names.insertions) {
          insertions = list.children
        } else if list.isNamed(Names.modifications) {
          modificationList = list.children
        } else if list.isNamed(Names.deletions) {
          deletions = list.children
        }
      }
    }

    /// Whether the class has that name.
    func isOfClass(_ name: Name) -> Bool {
      self.name.isObject ? self.name.isNamed(name) : self.name.says(name)
    }

    /// A hash of the class's name, as that of a key.
    var classHash: UInt64 {
      if name.isObject { return name.key.hash }
      return name.plainContent == nil ? Words.hash(of: name.string ?? "") : name.contentHash
    }

    /// The class.
    var className: String { name.isObject ? name.name : name.string ?? "" }

    /// What changed of other objects.
    var modifications: some Sequence<Modification> {
      modificationList.lazy.compactMap(Modification.init)
    }

    /// How many objects there are.
    var count: Int {
      read.count + insertions.count + deletions.count + modifications.reduce(0) { n, _ in n + 1 }
    }
  }

  /// What changed of an object: how it was before, and the properties that differ after.
  struct Modification {
    let oldValue, newValue: Value

    /// Nil if it is anything else.
    init?(_ element: Value) {
      guard element.isObject else { return nil }
      var (old, new): (Value?, Value?)
      for member in element.children {
        if member.isNamed(Names.oldValue) {
          old = member
        } else if member.isNamed(Names.newValue) {
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
