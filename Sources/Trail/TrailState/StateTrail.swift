import Formats
import JSON
import TrailCheck
import TrailReading

/// Notes what the events of a trail, or of a part of it, say of objects while it is checked, for the comparison with a
/// database.
struct StateTrail: EventListener {
  private let instant: Int64?
  /// The files of the trail, and the next of them.
  private let files: [String]
  private var file = 0, next = 0
  private let memory: Int
  /// As it is before keys are remembered by the numbers that they have for one reader.
  private let unread: StateSchema
  private var schema: StateSchema
  /// The values of one act: the room for them is used again.
  private var before: [UInt64] = [], after: [UInt64] = []
  private(set) var notes: StateNotes
  /// The devices that may have uploaded later than at the instant that is asked for.
  private(set) var late: LateDevices?

  /// Notes what is said until an instant, and keeps so many bytes of it in memory.
  init(of files: [String], _ schema: StateSchema, until instant: Int64?, memory: Int) {
    (self.files, self.instant, self.memory) = (files, instant, memory)
    (unread, self.schema) = (schema, schema)
    notes = StateNotes(files: files.count, memory: memory)
    late = instant.map { LateDevices(at: $0) }
  }

  func forPart(of count: Int) -> any EventListener {
    StateTrail(of: files, unread, until: instant, memory: memory / (2 * count))
  }

  mutating func begin(_ name: String) {
    // A file that is given twice is read twice, in the order of its places.
    let rest = files[next...].firstIndex { $0.equalsByBytes(name) }
    file = rest ?? files.firstIndex { $0.equalsByBytes(name) } ?? 0
    next = file + 1
  }

  mutating func hear(_ payload: Payload?, of document: borrowing Document, number: Int) {
    late?.note(document)
    if let instant, let time = document.timestamp, time > instant {
      notes.files[file].noteLater(number)
    }
    guard let payload else { return }
    guard let time = document.timestamp else {
      notes.undated += 1
      return
    }
    if let instant, time > instant { return }
    var device = StableHash()
    device.add(textOf: document.partition)
    var activity = StableHash()
    activity.add(textOf: document.activity)
    let rank = document.id?.rank(at: time) ?? 0
    let place = StateFacts.Place(
      time: time,
      file: file,
      number: number,
      rank: rank,
      device: UInt32(truncatingIfNeeded: device.value >> 32),
      activity: UInt16(truncatingIfNeeded: activity.value >> 48),
      process: rank == 0 ? 0 : document.id.map(StateFacts.process(of:)) ?? 0
    )
    notes.files[file].note(time, rank: place.rank)
    note(payload, at: place)
  }

  mutating func endFile() {
    if let areUploads = late?.endFile() { notes.files[file].areUploads = areUploads }
  }

  mutating func take(_ part: any EventListener) {
    guard let part = part as? StateTrail else { return }
    file = part.file
    notes.take(part.notes)
    if let heard = part.late { late?.take(heard) }
  }

  private mutating func note(_ payload: Payload, at place: StateFacts.Place) {
    for objects in payload.eachClass {
      guard let number = schema.payloads.number(of: objects) else { continue }
      guard let key = schema.classes[number].key else {
        if schema.classes[number].isEmbedded { notes.changedInPlace.insert(number) }
        continue
      }
      objects.forEachAct { act, object, newValue in
        if !object.isObject { notes.represented.insert(number) }
        note(act, object, newValue, number, key, at: place)
      }
    }
  }

  private mutating func note(
    _ act: ObjectAct.Kind,
    _ object: Value,
    _ newValue: Value?,
    _ number: Int,
    _ key: (name: Name, type: StateType),
    at place: StateFacts.Place
  ) {
    guard let value = object[key.name], !value.isNull || schema.classes[number].hasNullKey else {
      return
    }
    let hash = StateHash.of(value, key.type, schema)
    guard hash != StateHash.untracked else { return }
    if act == .deleted { noteDeletion(of: value, number, at: place) }
    before.removeAll(keepingCapacity: true)
    after.removeAll(keepingCapacity: true)
    if act == .created {
      schema.note(object, number, in: &after)
    } else {
      schema.note(object, number, in: &before)
      if let newValue { schema.note(newValue, number, in: &after) }
    }
    func append(_ key: Bytes) {
      notes.facts.append(
        StateFacts.Kind(act),
        of: StateFacts.object(number, hash),
        class: number,
        key: key,
        at: place,
        before: before,
        after: after
      )
    }
    if let content = value.plainContent {
      append(content)
    } else {
      value.keyText.withBytes { append(Bytes(from: $0, count: $1)) }
    }
  }
}

extension StateTrail {
  /// Links to the object may have been cleared.
  private mutating func noteDeletion(of key: Value, _ number: Int, at place: StateFacts.Place) {
    notes.deletedClasses.insert(number)
    guard schema.hasMixed else { return }
    notes.facts.append(
      .unlinked,
      of: StateFacts.mixedTarget(StateHash.of(key, .scalar(.mixed), schema)),
      class: number,
      key: key.bytes[bytes: 0..<0],
      at: place
    )
  }
}

extension StateSchema {
  /// Notes the values of an object, or of some of its properties, as words.
  fileprivate mutating func note(_ object: Value, _ number: Int, in words: inout [UInt64]) {
    for member in object.members {
      guard let property = payloads.property(of: member, in: number) else { continue }
      let hash =
        classes[number].singles[property].flatMap { StateHash.of(member, $0) }
        ?? StateHash.of(member, classes[number].types[property], self)
      words.append(FactValue(property: property, hash: hash).word)
    }
  }
}

/// What is said of objects in a trail, or in a part of it.
struct StateNotes: Sendable {
  var facts: StateFacts
  /// How the documents of each file follow each other.
  var files: [StateFile]
  /// The embedded classes of which an event names changes: those do not name the objects that hold them (WRITE-25).
  var changedInPlace: Set<Int> = []
  /// The classes of which an event has something else than an object: what stands for one may be anything (REPR-1).
  var represented: Set<Int> = []
  /// The classes of which an event deletes objects: collections of links lose them without an event (MERGE-7).
  var deletedClasses: Set<Int> = []
  /// How many events have no time.
  var undated = 0

  init(files: Int, memory: Int) {
    facts = StateFacts(bytes: memory)
    self.files = Array(repeating: StateFile(), count: files)
  }

  /// Takes over what is said in the part that comes next.
  mutating func take(_ part: StateNotes) {
    facts.take(part.facts)
    for file in files.indices { files[file].take(part.files[file]) }
    changedInPlace.formUnion(part.changedInPlace)
    represented.formUnion(part.represented)
    deletedClasses.formUnion(part.deletedClasses)
    undated += part.undated
  }
}

/// How the documents of a file follow each other.
struct StateFile: Sendable {
  private var last: Int64?
  private var rises = 0, falls = 0
  /// When the first of its events happened.
  private(set) var start = Int64.max
  /// Whether it has events of one instant of which the ids do not tell which was first.
  private(set) var hidesInstants = false
  /// Whether an event has an id that does not tell its time, so that of documents in no order nothing tells which was first.
  private(set) var hidesOrder = false
  /// Whether the newest document comes first.
  var isNewestFirst: Bool { falls > rises }
  /// Whether the documents may be in the order of uploads, where an instant is asked for.
  var areUploads = false
  /// The first document with an event after that instant.
  private var firstLater = Int.max

  /// Takes note of a document with an event after the instant.
  mutating func noteLater(_ number: Int) { firstLater = min(firstLater, number) }

  /// Whether an event until the instant was uploaded after it.
  func isLate(_ number: Int) -> Bool { areUploads && number > firstLater }

  mutating func note(_ time: Int64, rank: Int) {
    if rank == 0 { hidesOrder = true }
    if let last {
      if time > last { rises += 1 } else if time < last { falls += 1 }
      if time == last, rank == 0 { hidesInstants = true }
    }
    last = time
    start = min(start, time)
  }

  /// Takes over a part; the one step between two parts does not matter.
  mutating func take(_ part: StateFile) {
    firstLater = min(firstLater, part.firstLater)
    areUploads = areUploads || part.areUploads
    rises += part.rises
    falls += part.falls
    start = min(start, part.start)
    hidesInstants = hidesInstants || part.hidesInstants
    hidesOrder = hidesOrder || part.hidesOrder
  }
}
