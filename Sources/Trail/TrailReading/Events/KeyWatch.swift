package import Formats
package import JSON

/// Finds out whether the primary keys that a person named are in the trail: under a wrong name, no object of the class
/// would be followed, and nothing would say so.
package struct KeyWatch: Sendable {
  private struct Entry: Sendable {
    let key: NamedPrimaryKey
    let className, property: Name
    /// Whether an object of the class has the key.
    var isFound = false
    /// The properties of the first object of the class; nil if there is none.
    var properties: [String]?

    init(_ key: NamedPrimaryKey) {
      self.key = key
      (className, property) = (Name(key.className), Name(key.property))
    }

    mutating func note(_ object: Value) {
      guard object.isObject else { return }
      if let form = object[property]?.form, form == .string || form == .number { isFound = true }
      if properties == nil { properties = object.children.prefix(12).map(\.name) }
    }
  }

  private var entries: [Entry]
  /// Whether each key was found, so that there is nothing left to look for.
  package private(set) var isDone: Bool

  package init(_ keys: [NamedPrimaryKey]) {
    entries = keys.map(Entry.init)
    isDone = keys.isEmpty
  }

  package mutating func note(_ payload: Payload) {
    if isDone { return }
    for objects in payload.eachClass {
      for index in entries.indices
      where !entries[index].isFound && objects.name.isSpelled(entries[index].className) {
        for object in objects.read { entries[index].note(object) }
        for object in objects.insertions { entries[index].note(object) }
        for object in objects.deletions { entries[index].note(object) }
        for change in objects.modifications { entries[index].note(change.oldValue) }
      }
    }
    isDone = entries.allSatisfy(\.isFound)
  }

  /// Why a key cannot be right: no event mentions its class, or no object of that has it.
  package var fault: String? {
    guard let entry = entries.first(where: { !$0.isFound }) else { return nil }
    let start = "--primary-key \(entry.key): no "
    guard let properties = entry.properties else {
      return start + "event mentions the class \(quoted(entry.key.className))"
    }
    let names = properties.map { quoted($0) }.joined(separator: ", ")
    return start
      + "object of class \(quoted(entry.key.className)) has a text or a number as \(quoted(entry.key.property)); "
      + "the first one has \(names)"
  }

  // MARK: Parts

  /// Takes over what was found in another part of the trail, with the same keys.
  package mutating func take(_ part: KeyWatch) {
    for (index, other) in part.entries.enumerated() where index < entries.count {
      entries[index].isFound = entries[index].isFound || other.isFound
      entries[index].properties = entries[index].properties ?? other.properties
    }
    isDone = entries.allSatisfy(\.isFound)
  }

  package var partial: JSON {
    .array(
      entries.map { entry in
        [
          "found": .bool(entry.isFound),
          "properties": entry.properties.map(JSON.strings) ?? .null,
        ]
      }
    )
  }

  package mutating func take(_ reader: JSONNode) throws(JSONFault) {
    var part = self
    let nodes = try reader.elements()
    guard nodes.count == entries.count else { throw reader.fault("expected an entry for each key") }
    for (index, node) in nodes.enumerated() {
      part.entries[index].isFound = try node.member("found").bool()
      part.entries[index].properties = try node.member("properties").unlessNull?.strings()
    }
    take(part)
  }
}
