import Formats
import JSON
import TrailReading

/// Replays the trail object by object, and says which events disagree.
struct HistoryLevel {
  let isComplete: Bool
  /// How many bytes of facts are worth a thread.
  private let partBytes: Int
  private(set) var schema: CaseSchema?
  private let hasRepresentations: Bool
  private let primaryKeys: PrimaryKeys
  /// The classes that an object in a mixed value may be of.
  let mixed: MixedClasses
  var names = HistoryNames()
  /// Whether texts of values are kept: the file that is read cannot be read again.
  var keepsTexts = true
  /// What was said of the objects.
  var facts: FactStore
  /// The words of one fact: the room for them is used again.
  private var room: [UInt64] = []
  /// What was found out about the classes, by the hashes of their names.
  private var contexts: [PrecomputedHash: ClassContext] = [:]
  private var contextsByName: ByteDictionary<ClassContext> = [:]
  private var shapes: [[ValueHash.Shape]] = []
  /// The properties of each class by their keys.
  private var keys: [KeyMemory] = []
  /// Properties that lead to objects, and for each class which of its keys stand for one.
  var objectProperties: [ObjectProperty] = []
  var objectKeys: [KeyMemory] = []
  /// For each class the classes that its properties link to, as far as one value is one link.
  var linkTargets: [[Int?]] = []
  /// The classes of which something else than an object stands for one.
  var represented: Set<Int> = []
  var tallies: TrailTallies
  /// The values of properties beyond those that are followed of a class.
  var omittedProperties = Omission()
  /// What is not followed because it has no key.
  var keyless = KeylessClasses()
  private var tally = KeyTally()
  private var lastFile: (name: String, number: Int)?
  private var lastContext: ClassContext?
  var order: HistoryOrder

  /// Nothing was seen yet.
  ///
  /// If the trail is said to hold every change, contradictions are errors.
  init(
    isComplete: Bool = false,
    schema: CaseSchema? = nil,
    primaryKeys: [NamedPrimaryKey] = [],
    edition: Edition = .current,
    limits: TrailLimits = TrailLimits(),
    examplesPerCode: Int = 20,
    scope: CheckScope = .trail
  ) {
    self.isComplete = isComplete
    partBytes = limits.partBytes
    self.schema = schema
    hasRepresentations = schema?.hasRepresentations ?? false
    self.primaryKeys = PrimaryKeys(schema, primaryKeys)
    mixed = MixedClasses(schema, self.primaryKeys, edition)
    facts = FactStore(bytes: limits.historyMemory)
    order = HistoryOrder(
      examplesPerCode: examplesPerCode,
      isPart: scope == .lines || scope == .partialResult
    )
    tallies = TrailTallies(isPart: scope != .trail)
  }

  /// Notes what an event says of each of its objects.
  mutating func check(_ payload: Payload?, of document: borrowing Document, _ log: FindingLog) {
    let event = makeEvent(document, log)
    if event.isPlaced {
      order.note(event, isScoped: document.isScoped, log)
      tallies.note(event, document, names.files)
    }
    guard let payload else { return }
    for objects in payload.eachClass {
      let known = context(of: objects)
      guard known.isFollowed else { continue }
      var haveKeys = true
      objects.forEachAct { act, object, newValue in
        // What an insertion shows is what it leaves.
        let (before, after) = act == .created ? (nil, object) : (object, newValue)
        if !note(HistoryFact.Kind(act), before, after, known, event, log) {
          haveKeys = false
          if !object.isObject { represented.insert(known.number) }
        }
        if act == .seen { noteExpansions(in: object, of: known, event, log) }
      }
      // A schema says which classes have keys.
      if !haveKeys, schema == nil { keyless.note(objects, key: known.key, &tally, log) }
    }
  }

  /// Replays everything, in up to so many threads.
  mutating func finish(into findings: inout FindingSummary, jobs: Int) throws(TrailError) {
    let unread = UnreadPart(findings)
    try heedRepresentations()
    order.join(names.files, into: &findings)
    tallies.report(names.files, into: &findings)
    let files = HistoryFiles(order.readings, names: names.files, order.segments)
    let facts = facts
    let jobs = facts.isLarger(than: partBytes) ? jobs : 1
    let links = try HistoryLinks(
      facts,
      targets: linkedClasses,
      furtherTargets: furtherLinkedClasses,
      keeping: isComplete ? linkedClasses.union(holdsMixed ? furtherLinkedClasses : []) : [],
      holdsMixed: holdsMixed,
      files: files,
      jobs: jobs
    )
    let replays = HistoryReplays(self, unread, files, links)
    let nothing = HistoryReplays.Outcome(
      findings: FindingSummary(examplesPerCode: findings.examplesPerCode)
    )
    var outcome = nothing
    try PartThreads.forEach(FactStore.sectionCount, jobs: jobs) { section throws(TrailError) in
      var outcome = nothing
      try facts.forEach(in: section) { replays.note($0, in: &outcome) }
      return outcome
    } take: {
      outcome.take($0, names.files)
    }
    findings.add(contentsOf: try replays.findings(of: outcome, facts))
    reportLimits(into: &findings)
    keyless.report(into: &findings)
  }

  /// Takes what was seen of representations into the schema, which need not tell them: links to such classes are shown as
  /// anything (REPR-1), and where no object of one is shown as such, links to it are not followed.
  private mutating func heedRepresentations() throws(TrailError) {
    if represented.isEmpty { return }
    var unseen = represented
    for section in 0..<FactStore.sectionCount {
      try facts.forEach(in: section) { unseen.remove($0.className) }
    }
    for number in represented {
      schema?.classes[names.classes[number]]?.hasRepresentation = true
    }
    for index in linkTargets.indices {
      linkTargets[index] = linkTargets[index].map { $0.flatMap { unseen.contains($0) ? nil : $0 } }
    }
  }

  func reportLimits(into findings: inout FindingSummary) {
    omittedProperties.report(.historyUnfollowed, into: &findings) { count in
      "\(HistoryNames.maximumProperties) properties of a class are followed; "
        + "\(count) values of further ones were not"
    }
    order.omitted.report(.historyUnfollowed, into: &findings) { count in
      "the times in \(HistoryOrder.maximumSegments) partitions of files are compared; "
        + "\(count) events of further ones were not"
    }
  }

  /// The classes that links lead to.
  private var linkedClasses: Set<Int> { Set(linkTargets.joined().compactMap { $0 }) }

  /// The classes that links in collections and in mixed values may lead to.
  private var furtherLinkedClasses: Set<Int> {
    let bases = Set(propertyTypes.lazy.filter(\.isCollection).compactMap(\.className))
    let numbers = names.classes.indices.filter { holdsMixed || bases.contains(names.classes[$0]) }
    return schema == nil ? [] : Set(numbers)
  }

  private var holdsMixed: Bool { propertyTypes.contains { $0.scalar == .mixed } }

  private var propertyTypes: [PropertyType] {
    (schema?.classes).map { $0.map(\.value.properties).flatMap { $0.map(\.value) } } ?? []
  }

  // MARK: Facts

  /// What is the same for all objects of a class.
  struct ClassContext {
    let name: Name
    let number: Int
    let key: Name
    /// False if the class has no primary key, so that its objects cannot be told apart.
    let isFollowed: Bool
    /// Whether links of its objects may be shown in full: without a schema that is not known.
    let holdsObjects: Bool
  }

  private mutating func context(of objects: Payload.ClassObjects) -> ClassContext {
    if let lastContext, objects.name.isSpelled(lastContext.name) { return lastContext }
    let known = lookUpContext(of: objects)
    lastContext = known
    return known
  }

  private mutating func lookUpContext(of objects: Payload.ClassObjects) -> ClassContext {
    let hash = objects.name.hash
    if let known = contexts[hash], objects.name.isSpelled(known.name) { return known }
    let context = context(ofClass: objects.className)
    contexts[hash] = context
    return context
  }

  mutating func context(ofClass name: String) -> ClassContext {
    if let known = contextsByName[name] { return known }
    let description = schema?.classes[name]
    let context = ClassContext(
      name: Name(name),
      number: names.number(ofClass: name),
      key: primaryKeys.name(of: name),
      isFollowed: description.map { $0.primaryKey != nil && !$0.hasRepresentation } ?? true,
      holdsObjects: description.map { description in
        !description.hasRepresentation
          && description.properties.contains {
            $0.value.scalar == .mixed || schema?.target(of: $0.value) != nil
          }
      } ?? false
    )
    contextsByName[name] = context
    return context
  }

  /// Notes what an event says of an object; false if it has no key.
  @discardableResult
  mutating func note(
    _ kind: HistoryFact.Kind,
    _ before: Value?,
    _ after: Value?,
    _ known: ClassContext,
    _ event: HistoryEvent,
    _ log: FindingLog
  ) -> Bool {
    // The new values of a modification leave the key out.
    guard let whole = before ?? after, let key = whole[known.key] else { return false }
    // Keys are compared as values: 1 and 1.0 are one key.
    let hash = ValueHash.of(key, .unknown)
    if hash == ValueHash.untracked { return true }
    let object = HistoryKey(className: known.number, key: hash)
    var words: [UInt64] = []
    swap(&words, &room)
    words.removeAll(keepingCapacity: true)
    HistoryFact.append(kind, of: event, to: &words) { words in
      if let before { append(before, known, log, to: &words) }
    } after: { words in
      if let after { append(after, known, log, to: &words) }
    }
    facts.append(to: object, key.keyText, words)
    swap(&words, &room)
    return true
  }

  /// Appends the values of an object, each with the number of its property.
  private mutating func append(
    _ object: Value,
    _ known: ClassContext,
    _ log: FindingLog,
    to words: inout [UInt64]
  ) {
    guard object.isObject else { return }
    while keys.count <= known.number { keys.append(KeyMemory()) }
    for value in object.children {
      guard let property = keys[known.number].lookUp(value) ?? newProperty(of: value, known) else {
        if !value.isNamed(known.key) { omittedProperties.note(log) }
        continue
      }
      let hash =
        hasRepresentations || ValueHash.dependsOnShape(value)
        ? ValueHash.of(value, shape(of: property, known)) : ValueHash.ofScalar(value)
      if keepsTexts, hash != ValueHash.untracked { names.texts.note(value, as: hash) }
      words.append(FactValue(property: property, hash: hash).word)
    }
  }

  /// The number of a property whose key was not seen at this place; nil for the primary key, and if there are too many.
  private mutating func newProperty(of value: Value, _ known: ClassContext) -> Int? {
    let property =
      value.isNamed(known.key) ? nil : names.number(ofProperty: value.name, in: known.number)
    // What it links to is noted, whatever its first value is.
    if let property { _ = shape(of: property, known) }
    keys[known.number].note(property, of: value)
    return property
  }

  private mutating func shape(of property: Int, _ known: ClassContext) -> ValueHash.Shape {
    guard let schema else { return .untold }
    if known.number < shapes.count, property < shapes[known.number].count {
      return shapes[known.number][property]
    }
    let className = known.name.text
    while shapes.count <= known.number { shapes.append([]) }
    // Properties are numbered in the order in which they appear, here or in parts that were merged.
    while shapes[known.number].count <= property {
      let name = names.propertyNames(of: known.number)[shapes[known.number].count]
      shapes[known.number].append(schema.shape(of: name, in: className))
      let target = schema.linkTarget(of: name, in: className)
      note(target.map { names.number(ofClass: $0) }, of: property, in: known.number)
    }
    return shapes[known.number][property]
  }

  /// Notes that a property links to objects of a class.
  mutating func note(_ target: Int?, of property: Int, in className: Int) {
    guard let target else { return }
    while linkTargets.count <= className { linkTargets.append([]) }
    while linkTargets[className].count <= property { linkTargets[className].append(nil) }
    linkTargets[className][property] = target
  }

  /// All events of a file ask for the same number.
  private mutating func number(ofFile name: String) -> Int {
    if let last = lastFile, last.name.equalsByBytes(name) { return last.number }
    let number = names.number(ofFile: name)
    if !keepsTexts { names.readAgain(number) }
    lastFile = (name, number)
    return number
  }

  private mutating func makeEvent(
    _ document: borrowing Document,
    _ log: FindingLog
  ) -> HistoryEvent {
    var partitionHash = StableHash()
    partitionHash.add(textOf: document.partition)
    var actor = StableHash()
    actor.add(textOf: document.activity)
    actor.add(fields: document.metadata) { $0.add(textOf: $1) }
    var event = HistoryEvent(
      time: document.timestamp ?? 0,
      file: number(ofFile: log.file),
      number: log.number,
      id: document.id,
      partition: UInt32(truncatingIfNeeded: partitionHash.value >> 32),
      actor: UInt32(truncatingIfNeeded: actor.value >> 32)
    )
    event.isPlaced = document.timestamp != nil && document.partition != nil
    event.namesUser = document.namesUser
    return event
  }
}
