/// What the payload of a scoped event says, without what could not be made sense of.
enum Payload {
  /// Objects of a class that were seen: an array.
  case read(className: Value, objects: Value)
  /// What a transaction changed, class by class: an object.
  case write(Value)

  /// What a transaction changed of each class; none for a read.
  var changes: [Changes] {
    guard case .write(let classes) = self else { return [] }
    return classes.children.compactMap(Changes.init)
  }

  /// The names of the members that payloads have.
  enum Names {
    static let type = Name("type")
    static let value = Name("value")
    static let insertions = Name("insertions")
    static let modifications = Name("modifications")
    static let deletions = Name("deletions")
    static let oldValue = Name("oldValue")
    static let newValue = Name("newValue")
  }

  /// What a transaction changed of a class.
  struct Changes {
    /// The member that stands under the name of the class.
    let member: Value
    /// The new objects as they were at the end, and those that are gone as they were before.
    private(set) var insertions, deletions: Value.Children
    private var modificationList: Value.Children

    /// Nil if it is not an object.
    init?(_ member: Value) {
      guard member.isObject else { return nil }
      self.member = member
      let none = Value.Children(source: member.source, index: 0, end: 0)
      (insertions, deletions, modificationList) = (none, none, none)
      for list in member.children where list.isArray {
        if list.isNamed(Names.insertions) {
          insertions = list.children
        } else if list.isNamed(Names.modifications) {
          modificationList = list.children
        } else if list.isNamed(Names.deletions) {
          deletions = list.children
        }
      }
    }

    /// The class.
    var className: String { member.name }

    /// What changed of other objects.
    var modifications: some Sequence<Modification> {
      modificationList.lazy.compactMap(Modification.init)
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
