import JSON

/// The objects of a device or of the server, and what operations make of them.
///
/// It is written from the chapter on merging alone, and has nothing of the reference or of the check.
struct SimulatedRealm {
  /// The objects that links lead to.
  static let people = "Person"
  static let items = "Item"

  struct Key: Hashable {
    var className: String
    var id: Int

    /// As payloads and databases have it.
    var json: JSON { className == SimulatedRealm.people ? .int(Int64(id)) : .string("item \(id)") }
  }

  struct Element: Equatable {
    /// Which insertion it is of: elements with the same value are two.
    var insertion: Int
    var value: JSON
    /// One that was removed keeps its place, for what others insert behind it.
    var isRemoved = false
  }

  enum Value: Equatable {
    case plain(JSON)
    case link(Key?)
    case list([Element])

    /// Whether it is null or a list without elements.
    var isEmpty: Bool {
      switch self {
      case .plain(let json): json == .null
      case .link(let target): target == nil
      case .list(let elements): elements.allSatisfy(\.isRemoved)
      }
    }
  }

  typealias Object = [String: Value]

  struct Operation {
    enum Kind {
      case create(Object)
      case set(String, Value)
      case insert(Element, into: String, after: Int?)
      case remove(Int, from: String)
      case delete
    }

    var kind: Kind
    var key: Key
    /// By the clock of the device.
    var time: Int64
    var device: Int

    var isDeletion: Bool { if case .delete = kind { true } else { false } }

    /// The later of two operations wins; of one time, that of the higher device.
    func isLater(than other: Operation) -> Bool {
      (time, device) > (other.time, other.device)
    }

    /// What a creation leaves null does not count (MERGE-19).
    func assigns(_ property: String) -> Bool {
      switch kind {
      case .create(let object): object[property].map { !$0.isEmpty } ?? false
      case .set(property, _): true
      case .set, .insert, .remove, .delete: false
      }
    }
  }

  private(set) var objects: [Key: Object] = [:]

  func keys(of className: String) -> [Key] {
    objects.keys.filter { $0.className == className }.sorted { $0.id < $1.id }
  }

  /// Carries out what a device does, and says which further objects lost a link by it.
  @discardableResult
  mutating func apply(_ operation: Operation) -> [Key] {
    let key = operation.key
    switch operation.kind {
    case .create(let object): objects[key] = object
    case .set(let property, let value): objects[key]?[property] = value
    case .insert(let element, let property, let neighbour):
      edit(property, of: key) { list in
        let before = list.firstIndex { $0.insertion == neighbour }.map { $0 + 1 }
        list.insert(element, at: before ?? 0)
      }
    case .remove(let insertion, let property):
      edit(property, of: key) { list in
        for index in list.indices where list[index].insertion == insertion {
          list[index].isRemoved = true
        }
      }
    case .delete:
      objects[key] = nil
      return clearLinks(to: key)
    }
    return []
  }

  private mutating func edit(_ property: String, of key: Key, _ body: (inout [Element]) -> Void) {
    guard case .list(var list)? = objects[key]?[property] else { return }
    body(&list)
    objects[key]?[property] = .list(list)
  }

  private mutating func clearLinks(to target: Key) -> [Key] {
    var holders: [Key] = []
    for (key, object) in objects {
      for (property, value) in object where value == .link(target) {
        objects[key]?[property] = .link(nil)
        holders.append(key)
      }
    }
    return holders
  }

  // MARK: Merging

  /// Takes what a device has done since it heard of the server, beside what others have done in the meantime.
  ///
  /// - Returns: what counts, without changes of objects that others have deleted.
  mutating func merge(_ pending: [Operation], beside others: [Operation]) -> [Operation] {
    var counting: [Operation] = []
    var deletions: [Key: Operation] = [:]
    for other in others where other.isDeletion {
      if deletions[other.key].map(other.isLater) ?? true { deletions[other.key] = other }
    }
    for (index, operation) in pending.enumerated() {
      let own = pending[...index].last { $0.key == operation.key && $0.isDeletion }
      if let deletion = deletions[operation.key] {
        // Of two deletions that do not know of each other, the later one counts, with what came after it.
        guard let own, own.isLater(than: deletion) else { continue }
      }
      // What others did to an object that was deleted does not count (FLEX-73).
      let rivals = own == nil ? others.filter { $0.key == operation.key } : []
      merge(operation, beside: rivals, deletions)
      counting.append(operation)
    }
    return counting
  }

  private mutating func merge(
    _ operation: Operation,
    beside others: [Operation],
    _ deletions: [Key: Operation]
  ) {
    func wins(_ property: String) -> Bool {
      !others.contains { $0.assigns(property) && $0.isLater(than: operation) }
    }
    let there = objects
    func merged(_ value: Value) -> Value {
      guard case .link(let target?) = value, deletions[target] != nil || there[target] == nil
      else {
        return value
      }
      return .link(nil)
    }
    switch operation.kind {
    case .create(let object):
      guard objects[operation.key] != nil else {
        objects[operation.key] = object.mapValues(merged)
        return
      }
      for (property, value) in object where !value.isEmpty && wins(property) {
        objects[operation.key]?[property] = merged(value)
      }
    case .set(let property, let value):
      if wins(property) { objects[operation.key]?[property] = merged(value) }
    case .insert, .remove, .delete: apply(operation)
    }
  }
}
