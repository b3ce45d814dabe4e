import Formats
import JSON
import TrailReading

/// What a trail shows of the values of a property, from which its type is concluded.
///
/// Classes, because sketches hold sketches and grow in place.
final class ValueSketch {
  private(set) var nulls = 0
  private(set) var bools = 0
  private(set) var integers = 0
  private(set) var fractions = 0
  /// Numbers that are neither: beyond every double.
  private(set) var others = 0
  private(set) var strings = 0
  private(set) var dates = 0
  private(set) var objectIds = 0
  private(set) var uuids = 0
  private(set) var decimals = 0
  private(set) var arrays = 0
  private(set) var objects = 0
  /// Whether an array had an element twice, so that it is not a set.
  private(set) var hasRepeats = false
  private(set) var elements: ValueSketch?
  private(set) var members: ObjectSketch?
  /// Some of the keys that it may lead to: values, and the keys of objects.
  private(set) var keys: Set<UInt64> = []

  /// What primary keys are called.
  private let keyNames: [Name]

  private static let keyLimit = 256
  private static let depthLimit = 8

  init(keyNames: [Name]) { self.keyNames = keyNames }

  func note(_ value: Value, depth: Int = 0, _ room: inout Int) {
    switch value.form {
    case nil: nulls += 1
    case .bool: bools += 1
    case .number:
      if value.has(formOf: .int) {
        integers += 1
        note(key: value)
      } else if value.has(formOf: .double) {
        fractions += 1
      } else {
        others += 1
      }
    case .string:
      strings += 1
      if value.has(formOf: .date) { dates += 1 }
      if value.has(formOf: .objectId) { objectIds += 1 }
      if value.has(formOf: .uuid) { uuids += 1 }
      if value.has(formOf: .decimal128) { decimals += 1 }
      note(key: value)
    case .array:
      arrays += 1
      guard depth < Self.depthLimit else { return }
      let elements = self.elements ?? ValueSketch(keyNames: keyNames)
      self.elements = elements
      var seen: Set<UInt64> = []
      for element in value.children {
        elements.note(element, depth: depth + 1, &room)
        if !seen.insert(element.contentHash).inserted { hasRepeats = true }
      }
    case .object:
      objects += 1
      guard depth < Self.depthLimit else { return }
      let members = self.members ?? ObjectSketch(keyNames: keyNames)
      self.members = members
      members.note(value, depth: depth + 1, &room)
      for name in keyNames { if let key = value[name] { note(key: key) } }
    }
  }

  private func note(key: Value) {
    if keys.count < Self.keyLimit { keys.insert(key.contentHash) }
  }

  /// Takes over what another one shows, as if all values were of one property.
  func add(_ other: ValueSketch) {
    nulls += other.nulls
    bools += other.bools
    integers += other.integers
    fractions += other.fractions
    others += other.others
    strings += other.strings
    dates += other.dates
    objectIds += other.objectIds
    uuids += other.uuids
    decimals += other.decimals
    arrays += other.arrays
    objects += other.objects
    hasRepeats = hasRepeats || other.hasRepeats
    keys.formUnion(other.keys.prefix(max(0, Self.keyLimit - keys.count)))
    if let more = other.elements {
      let elements = self.elements ?? ValueSketch(keyNames: keyNames)
      self.elements = elements
      elements.add(more)
    }
    if let more = other.members {
      let members = self.members ?? ObjectSketch(keyNames: keyNames)
      self.members = members
      members.add(more)
    }
  }

  /// Adds the keys that it may lead to, and those that what is in it may lead to.
  func collectKeys(into all: inout Set<UInt64>) {
    all.formUnion(keys)
    elements?.collectKeys(into: &all)
    members?.collectKeys(into: &all)
  }

  /// How many values that are not null there are.
  var count: Int { bools + numbers + strings + arrays + objects }
  var numbers: Int { integers + fractions + others }
}

/// What a trail shows of some objects: those of a class, or those that a property holds.
final class ObjectSketch {
  /// A property in the order in which they were first seen.
  struct Member {
    let name: String
    let values: ValueSketch
    /// How many complete objects have it.
    var count = 0
  }

  private(set) var count = 0
  private(set) var members: [Member] = []
  private var places: ByteDictionary<Int> = [:]
  /// The primary keys that were seen, as far as there is room for them.
  private(set) var keys: Set<UInt64> = []
  /// How many stood for objects that are none.
  private(set) var represented = 0

  private static let keyLimit = 100_000

  /// What its primary key may be called, and what those of the objects within it.
  private let ownKeyNames, keyNames: [Name]

  /// Of objects whose class is known, so is the name of the key.
  init(keyNames: [Name], ownKey: Name? = nil) {
    self.keyNames = keyNames
    ownKeyNames = ownKey.map { [$0] } ?? keyNames
  }

  /// Notes an object; one that is not complete has some of the properties only.
  func note(_ object: Value, isComplete: Bool = true, depth: Int = 0, _ room: inout Int) {
    guard object.isObject else {
      represented += 1
      return
    }
    if isComplete { count += 1 }
    for value in object.children {
      guard let place = place(of: value.name, &room) else { continue }
      if isComplete { members[place].count += 1 }
      members[place].values.note(value, depth: depth, &room)
    }
    for name in ownKeyNames where keys.count < Self.keyLimit {
      if let key = object[name], !key.isNull { keys.insert(key.contentHash) }
    }
  }

  /// Takes over what another one shows.
  func add(_ other: ObjectSketch) {
    count += other.count
    represented += other.represented
    keys.formUnion(other.keys.prefix(max(0, Self.keyLimit - keys.count)))
    // There was room for each of them.
    var room = other.members.count
    for member in other.members {
      guard let place = place(of: member.name, &room) else { continue }
      members[place].count += member.count
      members[place].values.add(member.values)
    }
  }

  /// Adds the keys that what its members hold may lead to.
  func collectKeys(into all: inout Set<UInt64>) {
    for member in members { member.values.collectKeys(into: &all) }
  }

  /// What its members hold, taken together, and what one of them is made of.
  var entries: ValueSketch {
    let entries = ValueSketch(keyNames: keyNames)
    for member in members { entries.add(member.values) }
    return entries
  }

  private func place(of name: String, _ room: inout Int) -> Int? {
    if let place = places[name] { return place }
    guard room > 0 else { return nil }
    room -= 1
    places[name] = members.count
    members.append(Member(name: name, values: ValueSketch(keyNames: keyNames)))
    return members.count - 1
  }

  subscript(name: String) -> Member? { places[name].map { members[$0] } }

  /// The primary key that each of them has; nil if there is none.
  var keyName: String? {
    count == 0 ? nil : ownKeyNames.map(\.text).first { self[$0]?.count == count }
  }
}

extension Int {
  /// Whether so few of all are lacking, one in twenty, that those may be mistakes in the trail.
  func isNearlyAll(of total: Int) -> Bool { self * 20 >= total * 19 }
}
