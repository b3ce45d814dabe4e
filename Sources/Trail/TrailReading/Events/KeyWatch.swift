package import Formats

/// Finds out whether the primary keys that a person named are in the trail: under a wrong name, no object of the class
/// would be followed, and nothing would say so.
package struct KeyWatch: Sendable {
  /// What was seen of a class.
  package struct Sighting: JSONItem {
    /// Whether an object has the key.
    var isFound = false
    /// The properties of the first object; nil if there is none.
    var properties: [String]?

    package init() {}

    package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("found", &isFound)
      try fields("properties", &properties)
    }
  }

  private struct Entry: Sendable {
    let key: NamedPrimaryKey
    let className, property: Name
    var seen = Sighting()

    init(_ key: NamedPrimaryKey) {
      self.key = key
      (className, property) = (Name(key.className), Name(key.property))
    }

    mutating func note(_ object: Value) {
      guard object.isObject else { return }
      if let form = object[property]?.form, form == .string || form == .number {
        seen.isFound = true
      }
      if seen.properties == nil { seen.properties = object.children.prefix(12).map(\.name) }
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
      where !entries[index].seen.isFound && objects.name.isSpelled(entries[index].className) {
        for object in objects.read { entries[index].note(object) }
        for object in objects.insertions { entries[index].note(object) }
        for object in objects.deletions { entries[index].note(object) }
        for change in objects.modifications { entries[index].note(change.oldValue) }
      }
    }
    isDone = entries.allSatisfy(\.seen.isFound)
  }

  /// Why a key cannot be right: no event mentions its class, or no object of that has it.
  package var fault: String? {
    guard let entry = entries.first(where: { !$0.seen.isFound }) else { return nil }
    let start = "--primary-key \(entry.key): no "
    guard let properties = entry.seen.properties else {
      return start + "event mentions the class \(entry.key.className.quoted)"
    }
    let names = properties.map { $0.quoted }.joined(separator: ", ")
    return start
      + "object of class \(entry.key.className.quoted) has a text or a number as \(entry.key.property.quoted); "
      + "the first one has \(names)"
  }

  // MARK: Parts

  /// What was seen in this part of the trail, of each key.
  package var sightings: [Sighting] { entries.map(\.seen) }

  /// Takes over what was seen in another part, with the same keys.
  package mutating func take(_ part: [Sighting]) {
    for (index, other) in zip(entries.indices, part) {
      entries[index].seen.isFound = entries[index].seen.isFound || other.isFound
      entries[index].seen.properties = entries[index].seen.properties ?? other.properties
    }
    isDone = entries.allSatisfy(\.seen.isFound)
  }
}
