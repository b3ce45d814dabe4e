import Formats
import Foundation
import JSON
package import TrailCheck
package import TrailReading

/// Compares what a trail says every object is at the end with what is in a database.
package struct Reconciliation {
  /// What was found, with the event that last spoke of each value.
  package private(set) var findings: FindingSummary
  /// What the trail accounts for.
  package private(set) var balance: StateBalance

  private let options: TrailOptions
  private let location: StateLocation
  private var schema: StateSchema
  private let source: any StateSource
  private let inputs: [NamedInput]
  private var facts: StateFacts
  private var examples: StateExamples
  private var files: [StateFile] = []
  /// The embedded classes of which an event names changes: those do not name the objects that hold them (WRITE-25).
  private var changedInPlace: Set<Int> = []
  /// The objects that an event deletes, and their classes: links to them are cleared without an event (MERGE-7).
  private var deleted: Set<UInt64> = [], deletedClasses: Set<Int> = []
  /// Whether nothing of the trail is hidden: what cannot be read may explain what is found.
  private let isWhole: Bool
  private var undated = 0
  /// The properties of each class that the database does not have, and why.
  private var missing: [[Int: String]]

  /// How the documents of a file follow each other.
  private struct StateFile {
    var last: Int64?
    var rises = 0, falls = 0
    /// Whether the newest document comes first.
    var isNewestFirst: Bool { falls > rises }

    mutating func note(_ time: Int64) {
      if let last {
        if time > last { rises += 1 } else if time < last { falls += 1 }
      }
      last = time
    }
  }

  /// Reads the trail and the database; `checked` is what a check has found in the trail.
  package init(
    of inputs: [NamedInput],
    with location: StateLocation,
    _ options: TrailOptions,
    checked: FindingSummary = FindingSummary()
  ) throws(TrailError) {
    guard let known = options.schema else {
      throw TrailError("a database is compared by a schema, which names its keys and types")
    }
    if let input = inputs.first(where: { !$0.input.canBeReadAgain }) {
      throw TrailError(
        "\(input.name) can be read once, and a trail is read again to be compared with a database: write it to a file"
      )
    }
    (self.options, self.location, self.inputs) = (options, location, inputs)
    schema = StateSchema(known, edition: options.edition)
    let source = try Self.open(location, schema, options.edition)
    self.source = source
    missing = schema.classes.indices.map { source.missing(of: $0) }
    facts = StateFacts(bytes: options.limits.historyMemory)
    examples = StateExamples(limit: options.examplesPerCode)
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    balance = StateBalance(name: location.path, instant: location.instant)
    isWhole = checked.unreadCount == 0
    for input in inputs { try readTrail(input) }
    for number in schema.classes.indices where source.present.contains(number) {
      try readState(number)
    }
    try compare()
    note()
    try explain()
  }

  private static func open(
    _ location: StateLocation,
    _ schema: StateSchema,
    _ edition: Edition
  ) throws(TrailError) -> any StateSource {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: location.path, isDirectory: &isFolder) else {
      throw TrailError("\(location.path) cannot be read: \(FileFailure.reason(ENOENT))")
    }
    if isFolder.boolValue {
      return try DocumentState(location.path, schema, location.mapping, edition)
    }
    for end in [".ndjson", ".json", ".jsonl", ".bson", ".archive", ".gz"]
    where location.path.hasSuffix(end) {
      throw TrailError(
        "\(location.path) is one file: --state is a SQLite file, or a folder with a file for each class, such as Person\(end == ".bson" ? end : ".ndjson")"
      )
    }
    return try SQLiteState(location.path, schema, location.mapping)
  }

  /// The files of the database, in the order of their classes.
  package var stateFiles: [String] {
    source is SQLiteState ? [source.name] : source.present.sorted().map(source.place)
  }

  private var level: FindingCode.Level { options.isComplete && isWhole ? .error : .warning }

  // MARK: The trail

  private mutating func readTrail(_ source: NamedInput) throws(TrailError) {
    let file = files.count
    files.append(StateFile())
    let log = FindingLog(examplesPerCode: 0)
    let events = EventReader(
      edition: options.edition,
      schema: options.schema,
      limits: options.limits,
      readsMetadata: false,
      log: log
    )
    let reader = try TrailReader(source.input, limits: options.limits)
    try events.read(reader, as: source.name) { document in
      guard document.isScoped, let payload = events.payloads.open(document) else { return }
      guard let time = document.timestamp else {
        undated += 1
        return
      }
      if let instant = location.instant, time > instant { return }
      var device = StableHash()
      device.add(textOf: document.partition)
      let place = StateFacts.Place(
        time: time,
        file: file,
        number: log.number,
        device: UInt32(truncatingIfNeeded: device.value >> 32)
      )
      files[file].note(time)
      note(payload, at: place)
    }
  }

  private mutating func note(_ payload: Payload, at place: StateFacts.Place) {
    for objects in payload.eachClass {
      guard let number = schema.payloads.number(of: objects) else { continue }
      guard let key = schema.classes[number].key else {
        if schema.classes[number].isEmbedded { changedInPlace.insert(number) }
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
    guard let value = object[key.name], !value.isNull else { return }
    let hash = StateHash.of(value, key.type, schema)
    guard hash != StateHash.untracked else { return }
    let name = StateFacts.object(number, hash)
    if act == .deleted {
      deleted.insert(name)
      deletedClasses.insert(number)
    }
    let before = act == .created ? [] : words(object, number)
    let after = act == .created ? words(object, number) : newValue.map { words($0, number) } ?? []
    facts.append(
      StateFacts.Kind(act),
      of: name,
      class: number,
      key: value.keyText,
      at: place,
      before: { $0 += before },
      after: { $0 += after }
    )
  }

  private mutating func words(_ object: Value, _ number: Int) -> [UInt64] {
    var words: [UInt64] = []
    for member in object.members {
      guard let property = schema.payloads.property(of: member, in: number) else { continue }
      let hash = StateHash.of(member, schema.classes[number].types[property], schema)
      words.append(StateFacts.word(property, hash))
    }
    return words
  }

  // MARK: The database

  private mutating func readState(_ number: Int) throws(TrailError) {
    let source = source
    try source.read(number, where: { _ in true }) { note($0, of: number) }
  }

  private mutating func note(_ row: StateRow, of number: Int) {
    var mismatch = StateMismatch(
      code: .stateDamaged,
      level: .error,
      className: number,
      key: "",
      row: row.number
    )
    func add(_ code: FindingCode, _ level: FindingCode.Level, _ remark: String) {
      (mismatch.code, mismatch.level, mismatch.remark) = (code, level, remark)
      keep(mismatch)
    }
    if let damage = row.damage {
      balance.objects.unaccounted += 1
      return add(.stateDamaged, .error, damage)
    }
    let hash = StateHash.of(row.key)
    if case .null = row.key {
      balance.objects.unaccounted += 1
      return add(.stateKey, .error, "has no primary key")
    }
    guard hash != StateHash.untracked, hash != StateHash.wrong else {
      balance.objects.unaccounted += 1
      return add(.stateKey, .error, "has \(row.key.words) as its primary key")
    }
    mismatch.key = row.key.keyText
    var words: [UInt64] = []
    for (property, value) in row.values {
      mismatch.property = property
      words.append(StateFacts.word(property, StateHash.of(value)))
      if let fault = value.fault {
        add(
          .stateType,
          .error,
          "is \(fault), and its type is \(schema.classes[number].words[property])"
        )
      }
      if value.isFiner { add(.stateFiner, .info, value.words) }
      if let target = schema.classes[number].targets[property] {
        noteLinks(in: value, to: target, from: mismatch)
      }
    }
    facts.append(
      .row,
      of: StateFacts.object(number, hash),
      class: number,
      key: mismatch.key,
      at: StateFacts.Place(number: row.number),
      after: { $0 += words }
    )
  }

  /// Notes links with the objects that they lead to, which may not be there.
  private mutating func noteLinks(
    in value: StateValue,
    to target: Int,
    from holder: StateMismatch
  ) {
    switch value {
    case .null, .wrong, .opaque: break
    case .list(let elements), .set(let elements):
      for element in elements { noteLinks(in: element, to: target, from: holder) }
    case .object(let members):
      for member in members { noteLinks(in: member.value, to: target, from: holder) }
    default:
      guard source.present.contains(target) else { return }
      facts.append(
        .linked,
        of: StateFacts.object(target, StateHash.of(value)),
        class: target,
        key: holder.key,
        at: StateFacts.Place(number: holder.row ?? 0),
        after: { $0 += [UInt64(holder.className) << 32 | UInt64(holder.property ?? 0)] }
      )
    }
  }

  private mutating func keep(_ mismatch: StateMismatch) {
    let (inputs, source) = (inputs, source)
    examples.add(mismatch, at: mismatch.position(inputs, source.place))
  }

  // MARK: Comparing

  private mutating func compare() throws(TrailError) {
    let facts = facts
    try facts.forEachSection { section in
      section.forEachObject { _, facts in compare(facts, in: section) }
    }
  }

  private mutating func compare(_ facts: [StateSection.Fact], in section: StateSection) {
    let rows = facts.filter { $0.kind == .row }
    let events = ordered(facts.filter { $0.kind != .row && $0.kind != .linked })
    let number = section.className(of: facts[0])
    let known = schema.classes[number]
    let end = ObjectEnd(events, in: section.words, properties: known.names.count)
    var mismatch = StateMismatch(
      code: .stateDiffers,
      level: level,
      className: number,
      key: section.key(of: rows.first ?? events.first ?? facts[0]),
      row: rows.first?.place.number
    )
    func add(_ code: FindingCode, _ event: StateSection.Fact?, _ remark: String? = nil) {
      mismatch.code = code
      mismatch.event = event.map { (file: $0.place.file, number: $0.place.number) }
      mismatch.act = event?.kind
      mismatch.remark = remark
      balance.objects.unaccounted += 1
      keep(mismatch)
    }
    for row in rows.dropFirst() {
      var twice = mismatch
      (twice.code, twice.level, twice.row) = (.stateKey, .error, row.place.number)
      twice.remark = "has the key of row \(mismatch.row ?? 0)"
      balance.objects.unaccounted += 1
      keep(twice)
    }
    if rows.isEmpty { noteDeadLinks(facts, in: section, key: mismatch.key) }
    switch (end.life, rows.first) {
    case (.unknown, nil): break
    case (.unknown, _?): add(.stateUnmentioned, nil)
    case (.alive(let index), nil):
      if !source.present.contains(number) {
        balance.objects.leaveOut("objects of classes that the database has no table for")
      } else if end.isEither {
        balance.objects.leaveOut(
          "objects that were deleted and created again by a device that may not have known it"
        )
      } else {
        add(.stateMissing, events[index])
      }
    case (.deleted, nil): break
    case (.deleted(let index), _?):
      add(
        .stateOfDeleted,
        events[index],
        end.late.map { "; another device shows it at \(words(events[$0].place)) still" }
      )
    case (.alive, let row?):
      balance.objects.accounted += 1
      compareValues(of: end, events, row, mismatch, in: section)
    }
  }

  private func words(_ place: StateFacts.Place) -> String {
    "\(Timestamp(milliseconds: place.time))"
  }

  private func ordered(_ facts: [StateSection.Fact]) -> [StateSection.Fact] {
    func number(_ fact: StateSection.Fact) -> Int {
      files[fact.place.file].isNewestFirst ? -fact.place.number : fact.place.number
    }
    func isBefore(_ left: StateSection.Fact, _ right: StateSection.Fact) -> Bool {
      if left.place.time != right.place.time { return left.place.time < right.place.time }
      if left.place.file != right.place.file { return left.place.file < right.place.file }
      if left.place.number != right.place.number { return number(left) < number(right) }
      return (left.kind.rawValue, left.start) < (right.kind.rawValue, right.start)
    }
    let isInOrder = zip(facts, facts.dropFirst()).allSatisfy { !isBefore($1, $0) }
    return isInOrder ? facts : facts.sorted(by: isBefore)
  }

  private mutating func noteDeadLinks(
    _ facts: [StateSection.Fact],
    in section: StateSection,
    key target: String
  ) {
    for fact in facts where fact.kind == .linked {
      let word = section.words[fact.after.lowerBound]
      let mismatch = StateMismatch(
        code: .stateLinkToNothing,
        level: .warning,
        className: Int(word >> 32),
        key: section.key(of: fact),
        property: Int(word & 0xFFFF_FFFF),
        row: fact.place.number,
        remark:
          "links to an object of class \(quoted(schema.classes[section.className(of: fact)].name)) that is not there"
      )
      keep(mismatch)
    }
  }

  private mutating func compareValues(
    of end: ObjectEnd,
    _ events: [StateSection.Fact],
    _ row: StateSection.Fact,
    _ object: StateMismatch,
    in section: StateSection
  ) {
    let known = schema.classes[object.className]
    let missing = missing[object.className]
    var found = Array<UInt64?>(repeating: nil, count: known.names.count)
    for place in row.after {
      found[StateFacts.property(section.words[place])] = StateFacts.hash(section.words[place])
    }
    for property in known.names.indices {
      if let reason = missing[property] {
        balance.values.leaveOut(reason)
        continue
      }
      // The primary key, and back links.
      guard let value = found[property] else { continue }
      guard value != StateHash.wrong else {
        balance.values.unaccounted += 1
        continue
      }
      guard let head = end.heads[property], head.value != StateHash.untracked else {
        balance.values.leaveOut("values that no event shows")
        continue
      }
      guard value != StateHash.untracked else {
        balance.values.leaveOut("values that the database keeps in another form, or as data")
        continue
      }
      let others = end.others.filter { $0.property == property }
      if head.value == value || others.contains(where: { $0.value == value }) {
        balance.values.accounted += 1
      } else if let reason = obstacle(property, of: object.className, head, others, value) {
        balance.values.leaveOut(reason)
      } else {
        balance.values.unaccounted += 1
        var mismatch = object
        mismatch.property = property
        let event = events[head.fact]
        mismatch.event = (event.place.file, event.place.number)
        mismatch.act = head.isShown ? .seen : event.kind
        if mayBeOutOfView(head.value, property, of: object.className) { mismatch.level = .warning }
        keep(mismatch)
      }
    }
  }

  /// Why values that differ may both be right; nil if nothing explains it.
  private func obstacle(
    _ property: Int,
    of className: Int,
    _ head: ObjectEnd.Head,
    _ others: [ObjectEnd.Head],
    _ value: UInt64
  ) -> String? {
    let type = schema.classes[className].types[property]
    if let embedded = type.embedded, isChangedInPlace(embedded) {
      return "embedded objects of a class that is changed in place"
    }
    if type.isCollection, !others.isEmpty { return "collections that devices changed at once" }
    if source.losesSignOfZero, value == StateHash.ofZero, head.value == StateHash.ofNegativeZero {
      return "negative zeros, which SQLite keeps as zeros"
    }
    guard let target = schema.classes[className].targets[property] else { return nil }
    if type.isCollection {
      return deletedClasses.contains(target)
        ? "collections of links, which lose objects that are deleted" : nil
    }
    let isCleared =
      value == StateHash.ofNull && deleted.contains(StateFacts.object(target, head.value))
    return isCleared ? "links that were cleared with the objects they led to" : nil
  }

  /// A link that is null, and a collection of links, may lead out of the view of a device (FLEX-76).
  private func mayBeOutOfView(_ hash: UInt64, _ property: Int, of className: Int) -> Bool {
    schema.classes[className].targets[property] != nil
      && (hash == StateHash.ofNull || schema.classes[className].types[property].isCollection)
  }

  private func isChangedInPlace(_ number: Int, depth: Int = 0) -> Bool {
    if changedInPlace.contains(number) { return true }
    guard depth < 16 else { return true }
    return schema.classes[number].types.contains { type in
      type.embedded.map { isChangedInPlace($0, depth: depth + 1) } ?? false
    }
  }

  // MARK: Reporting

  private mutating func note() {
    balance.notes += source.notes
    for (number, known) in schema.classes.enumerated() where !known.isEmbedded {
      if !known.isCompared {
        balance.notes.append(
          "objects of class \(quoted(known.name)) were not compared: they have no primary key, or are represented in another way"
        )
      } else if !source.present.contains(number) {
        let level = level
        let source = source
        findings.add(
          .stateTableMissing,
          level: level,
          at: TrailPosition(file: source.name, document: 1),
          id: nil,
          "\(source.name) has nothing for class \(quoted(known.name)), whose objects were not compared"
        )
      }
    }
    let source = source
    for name in source.others {
      findings.add(
        .stateTableExtra,
        at: TrailPosition(file: source.name, document: 1),
        id: nil,
        "\(source.name) has \(quoted(name)), which belongs to no class of the schema and was not compared"
      )
    }
    if undated > 0 {
      balance.notes.append("\(undated) events without a time were left out")
    }
    if !isWhole {
      balance.notes.append("what cannot be read of the trail may explain what differs")
    }
  }

  /// Reads the events and the rows again that findings name, and makes their sentences.
  private mutating func explain() throws(TrailError) {
    let rereading = StateRereading(
      examples: examples.kept.values.flatMap { $0.map(\.mismatch) },
      schema: schema,
      options: options
    )
    let events = try rereading.events(in: inputs)
    let rows = try rereading.rows(in: source)
    for (kind, count) in examples.counts {
      let kept = (examples.kept[kind] ?? []).map { position, mismatch in
        StateSentence(
          mismatch: mismatch,
          schema: schema,
          source: source,
          events: events,
          rows: rows
        )
        .finding(at: position)
      }
      findings.restore(kind, count: count, examples: kept)
    }
  }
}

extension StateValue {
  /// The text of a primary key, as people write it.
  var keyText: String {
    switch self {
    case .text(let text): text
    case .date(let date, _): date.description
    default: words
    }
  }
}
