import Formats
import JSON
import TrailCheck
import TrailReading

/// Reads what the events of a trail, or of a part of it, say of objects, for the comparison with a database.
struct StateTrail {
  private let options: TrailOptions
  private let instant: Int64?
  /// One for all files: the schema remembers keys by its numbers.
  private let events: EventReader
  private let log = FindingLog(examplesPerCode: 0)
  private var schema: StateSchema
  /// The values of one act: the room for them is used again.
  private var before: [UInt64] = [], after: [UInt64] = []
  private(set) var notes: StateNotes
  /// The devices that may have uploaded later than at the instant that is asked for.
  private(set) var late: LateDevices?

  /// What is said until an instant, of which so many bytes are kept in memory.
  private init(
    _ options: TrailOptions,
    _ schema: CaseSchema,
    until instant: Int64?,
    files: Int,
    memory: Int
  ) {
    (self.options, self.instant) = (options, instant)
    self.schema = StateSchema(schema, edition: options.edition)
    events = EventReader(
      edition: options.edition,
      schema: options.schema,
      limits: options.limits,
      readsMetadata: false,
      log: log
    )
    notes = StateNotes(files: files, memory: memory)
    late = instant.map { LateDevices(at: $0) }
  }

  /// Reads all of a trail, its parts side by side in several threads.
  ///
  /// Where an instant is asked for, the order of documents tells which devices were late: they are read one after the other.
  static func read(
    _ inputs: [NamedInput],
    _ options: TrailOptions,
    _ schema: CaseSchema,
    until instant: Int64?,
    memory: Int,
    jobs: Int
  ) throws(TrailError) -> (StateNotes, LateDevices?) {
    var trail = StateTrail(options, schema, until: instant, files: inputs.count, memory: memory)
    guard instant == nil, jobs > 1, let parts = TrailParts(inputs, bytes: options.limits.partBytes)
    else {
      for (file, source) in inputs.enumerated() { try trail.read(source, file) }
      return (trail.notes, trail.late)
    }
    var numbers = ByteDictionary<Int>()
    for (file, source) in inputs.enumerated() { numbers[source.name] = file }
    let jobs = min(jobs, parts.parts.count)
    let share = memory / (2 * PartThreads<StateNotes>.partsInMemory(jobs: jobs))
    let threads = PartThreads(parts.parts.count, jobs: jobs) {
      [numbers] number throws(TrailError) in
      var trail = StateTrail(options, schema, until: nil, files: inputs.count, memory: share)
      switch parts.parts[number] {
      case .files(let sources):
        for source in sources { try trail.read(source, numbers[source.name] ?? 0) }
      case .lines(let stretch):
        let line = try stretch.firstLine()
        let file = numbers[stretch.source.name] ?? 0
        try trail.read(stretch.source, file, lines: stretch.range, from: line)
      }
      return trail.notes
    }
    threads.start()
    defer { threads.stop() }
    for number in parts.parts.indices { try trail.notes.take(threads.result(of: number)) }
    return (trail.notes, trail.late)
  }

  private mutating func read(
    _ source: NamedInput,
    _ file: Int,
    lines: Range<Int>? = nil,
    from line: Int = 1
  ) throws(TrailError) {
    let reader = try TrailReader(source.input, limits: options.limits, lines: lines, from: line)
    try events.read(reader, as: source.name) { document in
      late?.note(document)
      if let instant, let time = document.timestamp, time > instant {
        notes.files[file].noteLater(log.number)
      }
      guard document.isScoped, let payload = events.payloads.open(document) else { return }
      guard let time = document.timestamp else {
        notes.undated += 1
        return
      }
      if let instant, time > instant { return }
      var device = StableHash()
      device.add(textOf: document.partition)
      var activity = StableHash()
      activity.add(textOf: document.activity)
      let place = StateFacts.Place(
        time: time,
        file: file,
        number: log.number,
        rank: document.id?.rank(at: time) ?? 0,
        device: UInt32(truncatingIfNeeded: device.value >> 32),
        activity: UInt16(truncatingIfNeeded: activity.value >> 48)
      )
      notes.files[file].note(time, rank: place.rank)
      note(payload, at: place)
    }
    if let areUploads = late?.endFile() { notes.files[file].areUploads = areUploads }
  }

  private mutating func note(_ payload: Payload, at place: StateFacts.Place) {
    for objects in payload.eachClass {
      guard let number = schema.payloads.number(of: objects) else { continue }
      guard let key = schema.classes[number].key else {
        if schema.classes[number].isEmbedded { notes.changedInPlace.insert(number) }
        continue
      }
      objects.forEachAct { act, object, newValue in
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
      words.append(StateFacts.word(property, hash))
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
  /// The classes of which an event deletes objects: collections of links lose them without an event (MERGE-7).
  var deletedClasses: Set<Int> = []
  /// How many events have no time.
  var undated = 0

  init(files: Int, memory: Int) {
    facts = StateFacts(bytes: memory)
    self.files = Array(repeating: StateFile(), count: files)
  }

  /// Takes over what is said in the part that comes next.
  mutating func take(_ part: StateNotes) throws(TrailError) {
    try facts.take(part.facts)
    for file in files.indices { files[file].take(part.files[file]) }
    changedInPlace.formUnion(part.changedInPlace)
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
    rises += part.rises
    falls += part.falls
    start = min(start, part.start)
    hidesInstants = hidesInstants || part.hidesInstants
    hidesOrder = hidesOrder || part.hidesOrder
  }
}
