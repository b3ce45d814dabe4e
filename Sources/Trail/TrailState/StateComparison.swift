import Formats
import TrailCheck
import TrailReading

/// Compares objects as their events leave them with their rows: several threads each have some sections of them.
///
/// It is shared and not copied, which would be done for each object.
final class StateComparison: Sendable {
  let schema: StateSchema
  let tables: StateTables
  /// What the events say.
  let events: StateNotes
  /// What the rows hold.
  let rows: StateFacts
  /// The classes of which something in the database cannot be read.
  let damaged: Set<Int>
  /// The names of the files with the events.
  let files: [String]
  /// How bad it is if the two differ.
  let level: FindingCode.Level
  /// Whether the documents of each file are in an order.
  let isOrdered: Bool

  init(
    schema: StateSchema,
    tables: StateTables,
    events: StateNotes,
    rows: StateFacts,
    damaged: Set<Int>,
    files: [String],
    level: FindingCode.Level,
    isOrdered: Bool
  ) {
    (self.schema, self.tables, self.events, self.rows) = (schema, tables, events, rows)
    (self.damaged, self.files) = (damaged, files)
    (self.level, self.isOrdered) = (level, isOrdered)
  }

  /// What was found.
  struct Outcome: Sendable {
    var objects = StateBalance.Sum()
    var values = StateBalance.Sum()
    var examples: StateExamples
    /// Links that are null in the database alone, under the objects that they led to: a deletion of these explains them.
    var clearedLinks: StateFacts

    /// Takes over what was found in the sections that come next.
    mutating func take(_ later: Outcome) {
      objects.add(later.objects)
      values.add(later.values)
      examples.take(later.examples)
      clearedLinks.take(later.clearedLinks)
    }
  }

  /// Compares all objects, and keeps so many bytes of cleared links in memory.
  func outcome(
    examples limit: Int,
    memory: Int,
    partBytes: Int,
    jobs: Int
  ) throws(TrailError) -> Outcome {
    let nothing = Outcome(
      examples: StateExamples(limit: limit),
      clearedLinks: StateFacts(bytes: memory / (1 + PartThreads<Outcome>.partsInMemory(jobs: jobs)))
    )
    var outcome = nothing
    let isLarge = [events.facts, rows].contains { $0.isLarger(than: partBytes) }
    try PartThreads.forEach(SectionedWords.sectionCount, jobs: isLarge ? jobs : 1) {
      number throws(TrailError) in
      var outcome = nothing
      let words = try self.events.facts.words(of: number) + self.rows.words(of: number)
      let section = StateSection(words: words)
      section.forEachObject { _, facts in self.compare(facts, in: section, &outcome) }
      return outcome
    } take: {
      outcome.take($0)
    }
    try compareClearedLinks(&outcome)
    return outcome
  }

  func keep(_ mismatch: StateMismatch, in outcome: inout Outcome) {
    outcome.examples.add(mismatch, at: mismatch.position(files, tables))
  }

  private func compare(
    _ facts: [StateSection.Fact],
    in section: StateSection,
    _ outcome: inout Outcome
  ) {
    let rows = facts.filter { $0.kind == .row }
    let events = ordered(facts.filter { $0.kind.isOfEvent })
    let number = section.className(of: facts[0])
    let properties = schema.classes[number].names.count
    let end = ObjectEnd(events, in: section.words, properties: properties)
    // Nearly all objects agree, and need neither these nor a name.
    lazy var others = otherEnds(of: events, in: section, properties: properties)
    func blank() -> StateMismatch {
      StateMismatch(
        code: .stateDiffers,
        level: level,
        className: number,
        object: section.object(of: facts[0]),
        key: section.key(of: rows.first ?? events.first ?? facts[0]),
        row: rows.first?.place.number
      )
    }
    func add(_ code: FindingCode, _ event: StateSection.Fact?, _ remark: String? = nil) {
      var mismatch = blank()
      mismatch.code = code
      mismatch.event = event.map { (file: $0.place.file, number: $0.place.number) }
      mismatch.act = event?.kind
      mismatch.remark = remark
      outcome.objects.unaccounted += 1
      keep(mismatch, in: &outcome)
    }
    for row in rows.dropFirst() {
      var twice = blank()
      twice.remark = "has the key of row \(twice.row ?? 0)"
      (twice.code, twice.level, twice.row) = (.stateKey, .error, row.place.number)
      outcome.objects.unaccounted += 1
      keep(twice, in: &outcome)
    }
    if rows.isEmpty, !damaged.contains(number) { noteDeadLinks(facts, in: section, &outcome) }
    switch (end.life, rows.first) {
    case (.unknown, nil): break
    case (.unknown, _?):
      if self.events.represented.contains(number) {
        outcome.objects.leaveOut("objects that are represented in another way")
      } else {
        add(.stateUnmentioned, nil)
      }
    case (.alive(let index), nil):
      if !tables.present.contains(number) {
        outcome.objects.leaveOut("objects of classes that the database has no table for")
      } else if damaged.contains(number) {
        outcome.objects.leaveOut("objects that may be in what cannot be read of the database")
      } else if end.isEither {
        outcome.objects.leaveOut(OtherEnd.either)
      } else if let other = others.first(where: { $0.isGone || $0.end.isEither }) {
        outcome.objects.leaveOut(other.isGone ? other.reason : OtherEnd.either)
      } else {
        add(.stateMissing, events[index])
      }
    case (.deleted, nil): break
    case (.deleted(let index), _?):
      if let other = others.first(where: { !$0.isGone || $0.end.isEither }) {
        outcome.objects.leaveOut(other.isGone ? OtherEnd.either : other.reason)
        break
      }
      add(
        .stateOfDeleted,
        events[index],
        end.late.map { "; another device shows it at \(words(events[$0].place)) still" }
      )
    case (.alive, let row?):
      outcome.objects.accounted += 1
      compareValues(of: end, number, events, row, blank, in: section, { others }, &outcome)
    }
  }

  private func words(_ place: StateFacts.Place) -> String {
    "\(Timestamp(milliseconds: place.time))"
  }

  private func noteDeadLinks(
    _ facts: [StateSection.Fact],
    in section: StateSection,
    _ outcome: inout Outcome
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
          "links to an object of class \(schema.classes[section.className(of: fact)].name.quoted) that is not there"
      )
      keep(mismatch, in: &outcome)
    }
  }

  private func compareValues(
    of end: ObjectEnd,
    _ number: Int,
    _ events: [StateSection.Fact],
    _ row: StateSection.Fact,
    _ object: () -> StateMismatch,
    in section: StateSection,
    _ otherEnds: () -> [OtherEnd],
    _ outcome: inout Outcome
  ) {
    let missing = tables.missing[number]
    lazy var creations = end.standingCreations
    var found = Array<UInt64?>(repeating: nil, count: schema.classes[number].names.count)
    for place in row.after {
      found[FactValue(section.words[place]).property] = FactValue(section.words[place]).hash
    }
    for property in found.indices {
      if !missing.isEmpty, let reason = missing[property] {
        outcome.values.leaveOut(reason)
        continue
      }
      // The primary key, and back links.
      guard let value = found[property] else { continue }
      guard value != StateHash.wrong else {
        outcome.values.unaccounted += 1
        continue
      }
      guard let head = end.heads[property], head.value != StateHash.untracked else {
        outcome.values.leaveOut("values that no event shows")
        continue
      }
      guard value != StateHash.untracked else {
        outcome.values.leaveOut(
          "values that the database keeps in another form, or that no payload shows"
        )
        continue
      }
      if head.value == value {
        outcome.values.accounted += 1
        continue
      }
      let others = end.others(of: property)
      if others.contains(where: { $0.value == value }) {
        // The later commit wins (FLEX-71), but the times of two devices do not tell for certain which that was.
        outcome.values.leaveOut(
          "values that devices changed at once, of which the one that seems earlier is there"
        )
      } else if let reason = obstacle(property, of: number, end, head, value) {
        outcome.values.leaveOut(reason)
      } else if let other = otherEnds().first(where: {
        $0.mayHave(oneOf: meanings(of: value, property, of: number), property)
      }) {
        outcome.values.leaveOut(other.reason)
      } else if head.isShown, head.value == StateHash.ofNull, end.isLastLeft(property, value),
        schema.classes[number].targets[property] != nil
      {
        outcome.values.leaveOut(
          "links that a device shows as null, which may not have their objects"
        )
      } else if end.mayHaveStayed(property, value, of: creations) {
        outcome.values.leaveOut(
          "values of objects that devices created beside each other, or again, not knowing each other's"
        )
      } else {
        var mismatch = object()
        mismatch.property = property
        let event = events[head.fact]
        mismatch.event = (event.place.file, event.place.number)
        mismatch.act = head.isShown ? .seen : event.kind
        if let keeper = end.keeper(of: value, replacedBy: head) {
          mismatch.level = .warning
          mismatch.keptAt = events[keeper].place.time
        }
        if mayBeOutOfView(head.value, property, of: number) { mismatch.level = .warning }
        // A link that was set and is cleared is null in the end.
        let links =
          value == StateHash.ofNull
          ? ([head] + others + otherEnds().flatMap { $0.end.values(of: property) }).map(\.value)
            + end.standingValues(of: property, creations)
            + end.keptValues(of: property, replacedBy: head) : []
        let targets = links.compactMap { target(of: $0, schema.classes[number], property) }
        if !targets.isEmpty {
          // Only what is said of the other objects tells.
          note(mismatch, clearedWith: targets, &outcome)
        } else {
          outcome.values.unaccounted += 1
          keep(mismatch, in: &outcome)
        }
      }
    }
  }

  /// Why values that differ may both be right; nil if nothing explains it.
  private func obstacle(
    _ property: Int,
    of className: Int,
    _ end: ObjectEnd,
    _ head: ObjectEnd.Head,
    _ value: UInt64
  ) -> String? {
    let others = end.others(of: property)
    let target = schema.classes[className].targets[property]
    let type = schema.classes[className].types[property]
    if type.isMixed ? !events.represented.isEmpty : target.map(events.represented.contains) ?? false
    {
      return "links to objects that are represented in another way"
    }
    if let embedded = type.embedded {
      if holds(embedded, where: events.changedInPlace.contains) {
        return "embedded objects of a class that is changed in place"
      }
      if holds(embedded, where: hasClearedLinks) {
        return "embedded objects with links, which lose objects that are deleted"
      }
    }
    if type.isMixed, !events.deletedClasses.isEmpty,
      mayLackLinks(value, head.value, type) || value == StateHash.ofNull && !others.isEmpty
    {
      return "mixed values, which lose links to objects that are deleted"
    }
    let isWhole = type.isCollection || type.embedded != nil
    if end.merged.contains(property) || isWhole && !others.isEmpty {
      return "collections and embedded objects that devices changed at once"
    }
    if meanings(of: value, property, of: className).contains(head.value) {
      return "mixed booleans, which SQLite keeps as numbers"
    }
    guard let target, type.isCollection, self.events.deletedClasses.contains(target)
    else { return nil }
    return "collections of links, which lose objects that are deleted"
  }

  /// What a value of the database may stand for: SQLite keeps a mixed boolean as a number.
  private func meanings(of value: UInt64, _ property: Int, of className: Int) -> [UInt64] {
    guard tables.isSQLite, schema.classes[className].types[property].isMixed,
      let flag = StateHash.flag(ofNumber: value)
    else { return [value] }
    return [value, flag]
  }

  /// Whether a collection of mixed values may lack links; where it is left out, it lacks all of its elements.
  private func mayLackLinks(_ value: UInt64, _ known: UInt64, _ type: StateType) -> Bool {
    StateHash.isCollection(known)
      && (StateHash.isCollection(value) || type.isCollection && value == StateHash.ofNull)
  }

  /// A link that is null, and a collection of links, may lead out of the view of a device (FLEX-76).
  private func mayBeOutOfView(_ hash: UInt64, _ property: Int, of className: Int) -> Bool {
    schema.classes[className].targets[property] != nil
      && (hash == StateHash.ofNull || schema.classes[className].types[property].isCollection)
  }

  /// Whether something is so of an embedded class, or of one that is within it.
  private func holds(_ number: Int, depth: Int = 0, where isSo: (Int) -> Bool) -> Bool {
    if isSo(number) { return true }
    guard depth < 16 else { return true }
    return schema.classes[number].types.contains { type in
      type.embedded.map { holds($0, depth: depth + 1, where: isSo) } ?? false
    }
  }

  /// Whether objects of an embedded class may have lost a link with its target.
  private func hasClearedLinks(_ number: Int) -> Bool {
    zip(schema.classes[number].targets, schema.classes[number].types).contains { target, type in
      target.map(events.deletedClasses.contains) ?? type.isMixed && !events.deletedClasses.isEmpty
    }
  }
}
