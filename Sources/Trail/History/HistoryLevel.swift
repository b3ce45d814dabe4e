import Formats
import JSON

/// Replays the trail object by object, and says which events disagree.
struct HistoryLevel {
  let isComplete: Bool
  let limits: TrailLimits
  let schema: CaseSchema?
  private let primaryKeys: PrimaryKeys
  var names = HistoryNames()
  private(set) var places: [ObjectName: Int] = [:]
  var objects: [ObjectHistory] = []
  var wordCount = 0
  private var shapes: [[ValueHash.Shape]] = []
  /// For each class the classes that its properties link to, as far as one value is one link.
  var linkTargets: [[Int?]] = []
  var copies = HistoryCopies()
  var tallies = TrailTallies()
  /// The first events that link to objects of which there was no event yet.
  var unknownTargets: [ObjectName: (event: HistoryEvent, holder: String, property: Int, of: Int)] =
    [:]
  private var newest = Int64.min
  /// How many objects there were no room for, as far as that is known: their sightings.
  var unfollowed = 0
  var firstUnfollowed: (position: TrailPosition, id: String?)?
  /// The values of properties beyond those that are followed of a class.
  var omittedProperties = Omission()
  /// Whether facts had to make room, so that this part of a trail cannot be merged with others.
  private(set) var isCondensed = false
  var order: HistoryOrder

  /// A class and a key, as two hashes.
  struct ObjectName: Hashable, Sendable {
    var className: Int
    var key: UInt64
  }

  /// Nothing was seen yet.
  ///
  /// If the trail is said to hold every change, contradictions are errors.
  init(
    isComplete: Bool = false,
    schema: CaseSchema? = nil,
    limits: TrailLimits = TrailLimits(),
    examplesPerCode: Int = 20
  ) {
    self.isComplete = isComplete
    self.schema = schema
    primaryKeys = PrimaryKeys(schema)
    self.limits = limits
    order = HistoryOrder(examplesPerCode: examplesPerCode)
  }

  /// Notes what an event says of each of its objects.
  mutating func check(_ payload: Payload?, of document: borrowing Document, _ log: FindingLog) {
    guard let time = document.timestamp, let partition = document.partition else { return }
    let event = makeEvent(document, time, partition, log)
    order.note(event, isScoped: document.isScoped, log)
    tallies.note(event, document, names.files)
    newest = max(newest, time)
    for objects in payload?.classes ?? [] {
      guard let known = ClassContext(&self, objects.className) else { continue }
      for object in objects.read {
        note(.read, object, nil, known, event, log)
        if schema != nil { noteExpansions(in: object, of: objects.className, event, log) }
      }
      for object in objects.deletions { note(.deletion, object, nil, known, event, log) }
      for change in objects.modifications {
        note(.modification, change.oldValue, change.newValue, known, event, log)
      }
      for object in objects.insertions { note(.insertion, nil, object, known, event, log) }
    }
    if wordCount > limits.words { condense(into: &log.summary) }
  }

  /// Replays what is left.
  mutating func finish(into findings: inout FindingSummary) {
    order.join(names.files, into: &findings)
    tallies.report(names.files, into: &findings)
    let files = HistoryFiles(order.readings, names: names.files)
    let links = HistoryLinks(objects, targets: linkedClasses, files: files)
    for object in objects {
      let replay = replay(object, files)
      report(replay, into: &findings)
      reportRelations(of: replay, links, into: &findings)
      noteUnknownTargets(of: replay)
      reportIfNeverInserted(replay.state, object, into: &findings)
    }
    reportUnknownTargets(into: &findings)
    reportLimits(into: &findings)
  }

  private static let day: Int64 = 86_400_000

  /// Replays in the order of time; where that contradicts itself and clocks were set back, in the order of commits, if
  /// that contradicts itself less.
  private func replay(
    _ object: ObjectHistory,
    _ files: HistoryFiles,
    before end: Int64 = .max
  ) -> HistoryReplay {
    var replay = HistoryReplay(object, names: names, files: files)
    replay.run(before: end)
    guard !replay.contradictions.isEmpty, let commits = replay.facts.inOrderOfCommits(of: files)
    else { return replay }
    var other = HistoryReplay(object, names: names, files: files, facts: commits.facts)
    other.run(before: end)
    // No scope is open for so long: a clock was wrong.
    if commits.largestShift > Self.day.magnitude { return other }
    return other.contradictions.count < replay.contradictions.count ? other : replay
  }

  // MARK: Facts

  /// What is the same for all objects of a class in an event.
  struct ClassContext {
    let name: String
    let number: Int
    let key: Name

    /// Nil if the class has no primary key, so that its objects cannot be told apart.
    init?(_ level: inout HistoryLevel, _ name: String) {
      if let description = level.schema?.classes[name] {
        guard description.primaryKey != nil, !description.hasRepresentation else { return nil }
      }
      self.name = name
      key = level.primaryKeys.name(of: name)
      number = level.names.number(ofClass: name)
    }
  }

  mutating func note(
    _ kind: HistoryFact.Kind,
    _ before: Value?,
    _ after: Value?,
    _ known: ClassContext,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) {
    // The new values of a modification leave the key out.
    guard let whole = before ?? after, let key = whole[known.key] else { return }
    guard let place = place(of: key, known.number) else {
      unfollowed += 1
      if firstUnfollowed == nil { firstUnfollowed = (log.position, log.id?.hex) }
      return
    }
    let old = values(of: before, known, log)
    let new = values(of: after, known, log)
    let count = objects[place].words.count
    HistoryFact.append(kind, of: event, before: old, after: new, to: &objects[place].words)
    wordCount += objects[place].words.count - count
  }

  private mutating func place(of key: Value, _ className: Int) -> Int? {
    // Keys are compared as values: 1 and 1.0 are one key.
    let hash = ValueHash.of(key, .unknown)
    if hash == ValueHash.untracked { return nil }
    return place(of: Self.text(of: key), hash, className)
  }

  private mutating func place(of key: @autoclosure () -> String, _ hash: UInt64, _ className: Int)
    -> Int?
  {
    let name = ObjectName(className: className, key: hash)
    if let place = places[name] { return place }
    guard objects.count < limits.objects else { return nil }
    places[name] = objects.count
    objects.append(ObjectHistory(className: className, key: key(), keyHash: hash))
    return objects.count - 1
  }

  /// Takes over the facts of an object in another part of the trail.
  mutating func take(_ words: [UInt64], of key: String, _ hash: UInt64, _ className: Int) {
    guard let place = place(of: key, hash, className) else {
      unfollowed += 1
      return
    }
    objects[place].words.append(contentsOf: words)
  }

  static func text(of key: Value) -> String { key.string ?? key.json.text() }

  private mutating func values(
    of object: Value?,
    _ known: ClassContext,
    _ log: FindingLog
  ) -> [UInt64] {
    guard let object, object.isObject else { return [] }
    var values: [UInt64] = []
    for value in object.children where !value.isNamed(known.key) {
      let name = value.name
      guard let property = names.number(ofProperty: name, in: known.number) else {
        omittedProperties.note(log)
        continue
      }
      let hash = ValueHash.of(value, shape(of: property, name, known))
      if hash != ValueHash.untracked { names.note(value, as: hash) }
      values.append(UInt64(property) << 48 | hash)
    }
    return values
  }

  private mutating func shape(
    of property: Int,
    _ name: String,
    _ known: ClassContext
  ) -> ValueHash.Shape {
    guard let schema else { return .unknown }
    while shapes.count <= known.number { shapes.append([]) }
    // Properties are numbered in the order in which they appear.
    if property == shapes[known.number].count {
      shapes[known.number].append(schema.shape(of: name, in: known.name))
      let target = schema.linkTarget(of: name, in: known.name)
      note(target.map { names.number(ofClass: $0) }, of: property, in: known.number)
    }
    return shapes[known.number][property]
  }

  private mutating func makeEvent(
    _ document: borrowing Document,
    _ time: Int64,
    _ partition: Value,
    _ log: FindingLog
  ) -> HistoryEvent {
    var partitionHash = StableHash()
    partitionHash.add(textOf: partition)
    var actor = StableHash()
    actor.add(textOf: document.activity)
    for field in document.metadata {
      actor.add(field.name)
      actor.add(textOf: field)
    }
    return HistoryEvent(
      time: time,
      file: names.number(ofFile: log.file),
      line: log.line,
      id: document.id,
      partition: UInt32(truncatingIfNeeded: partitionHash.value >> 32),
      actor: UInt32(truncatingIfNeeded: actor.value >> 32)
    )
  }

  // MARK: Making room

  /// Replays facts that are older than a day, or more if that does not make enough room.
  private mutating func condense(into findings: inout FindingSummary) {
    isCondensed = true
    let files = HistoryFiles(order.readings, names: names.files)
    let links = HistoryLinks(objects, targets: linkedClasses, files: files)
    var age = Self.day
    while wordCount > limits.words / 2 {
      let (earlier, isBeforeAll) = newest.subtractingReportingOverflow(age)
      let end = age > 1000 ? (isBeforeAll ? Int64.min : earlier) : Int64.max
      for index in objects.indices where !objects[index].words.isEmpty {
        condense(index, before: end, files, links, into: &findings)
      }
      if end == .max { break }
      age /= 4
    }
  }

  private mutating func condense(
    _ index: Int,
    before end: Int64,
    _ files: HistoryFiles,
    _ links: HistoryLinks,
    into findings: inout FindingSummary
  ) {
    let hasOld = HistoryFact.ranges(in: objects[index].words).contains {
      Int64(bitPattern: objects[index].words[$0.lowerBound]) < end
    }
    guard hasOld else { return }
    var replay = replay(objects[index], files, before: end)
    replay.condense(before: end)
    report(replay, into: &findings)
    reportRelations(of: replay, links, before: end, into: &findings)
    noteUnknownTargets(of: replay)
    let old = objects[index].words
    var rest: [UInt64] = []
    for range in HistoryFact.ranges(in: old)
    where end != .max && Int64(bitPattern: old[range.lowerBound]) >= end {
      rest.append(contentsOf: old[range])
    }
    wordCount -= old.count - rest.count
    objects[index].words = rest
    objects[index].base = replay.state
  }
}
