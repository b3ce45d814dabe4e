import Formats
import JSON
import TrailReading

/// The classes with objects that have no primary key, so that their histories are not followed, and the properties that may
/// be their keys: a check says what it could not look at, and what would let it.
///
/// What is known of parts of a trail adds up to the same, in whatever order they come.
struct KeylessClasses: Sendable {
  /// Names of classes can be made up: of more than that many, the last ones by name are only counted.
  private static let classLimit = 500
  /// An object with more members does not show its key.
  private static let memberLimit = 64
  /// The longest name of a property.
  private static let nameLimit = 63

  /// What is known of a class, of the events in which an object of it has no key.
  struct Entry: JSONItem {
    var className = ""
    /// What a primary key is called in it.
    var keyName = ""
    /// How often an event mentions an object without a key.
    var count = 0
    /// Whether such an object was seen, created or deleted: embedded ones only change (WRITE-23).
    var isListed = false
    /// What each of the objects has as a text or a number that does not change, and no two of one list share.
    var candidates: [Name] = []
    /// The first event that mentions one.
    var first = EventPlace()

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("class", &className)
      try fields("key", &keyName)
      try fields.total("count", &count)
      try fields("listed", &isListed)
      try fields("candidates", &candidates)
      try first.exchange(&fields)
    }

    /// Takes over what is known of other events.
    mutating func take(_ other: Entry) {
      count += other.count
      isListed = isListed || other.isListed
      let texts = Set(other.candidates.map { ByteKey($0.text) })
      candidates.removeAll { !texts.contains(ByteKey($0.text)) }
      if other.first.position < first.position { first = other.first }
    }
  }

  /// By name.
  private(set) var entries: [Entry] = []
  /// The objects of classes beyond those.
  var omitted = Omission()

  /// Notes an event that mentions an object without a key.
  mutating func note(
    _ objects: Payload.ClassObjects,
    key: Name,
    _ tally: inout KeyTally,
    _ log: FindingLog
  ) {
    let name = objects.className
    let (count, isListed, members) = Self.sum(of: objects, key)
    let place = place(of: name)
    let known = isKnown(name, at: place) ? entries[place].candidates : nil
    // The first one names those that the others have to have as well.
    let candidates = (known ?? members).filter { Self.isKey($0, of: objects, &tally) }
    add(
      Entry(
        className: name,
        keyName: key.text,
        count: count,
        isListed: isListed,
        candidates: candidates,
        first: EventPlace(position: log.position, id: log.id?.hex)
      )
    )
  }

  /// How many objects have no key, whether one of them is more than changed, and what the first object has.
  private static func sum(
    of objects: Payload.ClassObjects,
    _ key: Name
  ) -> (count: Int, isListed: Bool, members: [Name]) {
    var count = 0
    var isListed = false
    var members: [Name]?
    objects.forEachAct { kind, object, _ in
      if members == nil {
        members = object.members.prefix(memberLimit)
          .map(\.name).filter { $0.utf8.count <= nameLimit }.map(Name.init)
      }
      guard object[key] == nil else { return }
      count += 1
      if kind != .changed { isListed = true }
    }
    return (count, isListed, members ?? [])
  }

  /// Whether a property can be the key of all these objects.
  private static func isKey(
    _ name: Name,
    of objects: Payload.ClassObjects,
    _ tally: inout KeyTally
  ) -> Bool {
    var isKey = true
    tally.clear()
    objects.forEachAct { kind, object, newValue in
      guard isKey, let value = object[name], value.form == .string || value.form == .number,
        newValue?[name] == nil, object.members.count <= memberLimit,
        tally.note(value, in: KeyTally.List(kind)) == nil
      else { return isKey = false }
    }
    return isKey
  }

  private func place(of className: String) -> Int {
    entries.place { $0.className.precedesByBytes(className) }
  }

  private func isKnown(_ className: String, at place: Int) -> Bool {
    place < entries.count && entries[place].className.equalsByBytes(className)
  }

  /// Adds what is known of some events.
  mutating func add(_ entry: Entry) {
    let place = place(of: entry.className)
    if isKnown(entry.className, at: place) { return entries[place].take(entry) }
    entries.insert(entry, at: place)
    if entries.count > Self.classLimit, let last = entries.popLast() {
      omitted.note(at: last.first.position, id: last.first.id, count: last.count)
    }
  }

  /// Takes over what is known of a part of the trail.
  mutating func take(_ part: KeylessClasses) {
    for entry in part.entries { add(entry) }
    omitted.take(part.omitted)
  }

  // MARK: Reporting

  func report(into findings: inout FindingSummary) {
    for entry in entries {
      findings.add(
        .classUnfollowed,
        at: entry.first.position,
        id: entry.first.id,
        entry.sentence
      )
    }
    omitted.report(.classUnfollowed, into: &findings) { count in
      "\(Self.classLimit) classes are named; \(count)× an object of further ones is not followed"
    }
  }
}

extension KeylessClasses.Entry {
  /// So many properties may be the key at the most: more say nothing.
  private static let candidateLimit = 3

  fileprivate var sentence: String {
    "\(className.quoted): an object has no \(keyName.quoted), so it is not followed (\(count)×); \(hint)"
  }

  private var hint: String {
    guard isListed else { return "such objects only change, so they may be embedded ones" }
    let names = candidates.map(\.text).sorted { $0.precedesByBytes($1) }
    guard let name = names.first, names.count <= Self.candidateLimit else {
      return names.isEmpty
        ? "no property can be the key of all of them"
        : "each of \(names.count) properties can be the key"
    }
    let keys = names.map { $0.quoted }.joined(separator: " or ")
    let option = NamedPrimaryKey("\(className)=\(name)").map {
      "--primary-key \(plainOrQuoted($0.description))"
    }
    return "the key may be \(keys) (\(option ?? "--schema") names it)"
  }
}

extension KeylessClasses: JSONRecord {
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.each("classes", entries) { add($0) }
    try fields.inner("omitted", &omitted)
  }
}

extension KeyTally.List {
  /// The list in which an object stands of which that is said.
  fileprivate init(_ kind: ObjectAct.Kind) {
    self =
      switch kind {
      case .seen: .read
      case .created: .insertions
      case .changed: .modifications
      case .deleted: .deletions
      }
  }
}
