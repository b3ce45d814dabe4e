import OrderedCollections

/// One change of a property within a transaction: changes merge by what was done, which values before and after it do not
/// tell.
package struct Mutation: Sendable {
  /// What was done.
  package enum Action: Sendable {
    /// The whole property was assigned to, or a collection cleared.
    case assign(Value)
    /// An element was inserted into a list.
    case insert(Value, at: Int)
    /// An element of a list was replaced.
    case put(Value, at: Int)
    /// An element of a list was removed.
    case remove(at: Int)
    /// A set has a value that it did not have.
    case add(Value)
    /// A set has a value no more.
    case take(Value)
    /// An entry of a dictionary was set.
    case putEntry(Value, key: String)
    /// An entry of a dictionary was removed.
    case removeEntry(key: String)
    /// A deletion cleared the links to these objects.
    case unlink(Set<ObjectReference>)
  }

  /// The object that has the property, perhaps an embedded one.
  package let object: ObjectReference
  package let column: Int
  package let action: Action
}

extension Mutation.Action {
  /// Does the same to a value.
  package func apply(to value: inout Value) {
    switch self {
    case .assign(let new): value = new
    case .unlink(let removed): value = value.removing(removed)
    case .insert(let new, let place): value.changeList { $0.insert(new, at: place) }
    case .put(let new, let place): value.changeList { $0[place] = new }
    case .remove(let place): value.changeList { $0.remove(at: place) }
    case .add(let new): value.changeSet { $0.append(new) }
    case .take(let old): value.changeSet { $0.remove(old) }
    case .putEntry(let new, let key): value.changeEntries { $0[key] = new }
    case .removeEntry(let key): value.changeEntries { $0[key] = nil }
    }
  }
}

/// Changes in place. Each takes the collection out of the value first, so that it is not copied.
extension Value {
  fileprivate mutating func changeList(_ change: (inout [Value]) -> Void) {
    guard case .list(var elements) = self else { return }
    self = .null
    change(&elements)
    self = .list(elements)
  }

  fileprivate mutating func changeSet(_ change: (inout OrderedSet<Value>) -> Void) {
    guard case .set(var elements) = self else { return }
    self = .null
    change(&elements)
    self = .set(elements)
  }

  fileprivate mutating func changeEntries(
    _ change: (inout OrderedDictionary<String, Value>) -> Void
  ) {
    guard case .dictionary(var entries) = self else { return }
    self = .null
    change(&entries)
    self = .dictionary(entries)
  }
}
