import Formats
import JSON
import Touchstone

/// Programs about what a recorder observes: objects of a few classes that are read, followed and changed within scopes.
///
/// What is in the realm tells a guide on which nothing is recorded.
struct RecordingTopic: ProgramTopic {
  typealias Limits = RecordingLimits

  static let placeArgument = ""
  static let entryKeys = ["k", "l", "", "é"]
  static let repeatsElements = true

  let weights: StepWeights
  var classes: [GeneratedClass] = []
  /// Whether floating-point properties may be NaN.
  var hasNaN = false
  /// The arguments of the last custom event, which the next one may repeat.
  var lastEvent: JSON?
  /// Names by what they stand for, the last one last.
  var names: [HandleKind: [String]] = [:]
  /// The keys of the objects that are there, by class.
  var keys: [String: [JSON]] = [:]
  /// Whether names stand for objects that are there, as far as it was asked since something was changed.
  var presence: [String: Bool] = [:]
  /// The steps of the transaction that is drawn.
  fileprivate var nested: [JSON] = []

  init(_ weights: StepWeights) { self.weights = weights }

  static func make(_ generator: inout ProgramGenerator<Self>) { generator.make() }

  static func key(of type: String, _ generator: inout ProgramGenerator<Self>) -> JSON {
    generator.key(generator.limits.schema[type]?.type(of: "_id"))
  }

  static func link(
    to type: String,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON? {
    // Null if there is no object. Lists and sets do not take it, so the step has to fail there.
    generator.link(to: type) ?? .some(.null)
  }
}

extension ProgramGenerator where Topic == RecordingTopic {
  mutating func make() {
    topic.hasNaN = random.chance(10)
    chooseClasses()
    let configuration = makeConfiguration()
    program.configuration = configuration
    limits = RecordingLimits(program, settings.edition)
    program.configuration = ["events": .null]
    begin()
    makeGiven()
    let count = program.steps.count
    makeSteps()
    program.given = Array(program.steps.prefix(count))
    program.steps.removeFirst(count)
    program.configuration = configuration
  }

  // MARK: What is given

  private mutating func makeGiven() {
    let count = random.pick([0, 1, 2, 3, 3, 4, 5]) ?? 3
    if settings.asks(.clock(.setClock)), random.chance(25) { append(propose(.clock(.setClock))) }
    guard count > 0 else { return }
    addWrite { generator in
      for _ in 0..<count { generator.append(generator.propose(.writing(.create)), mayFail: false) }
      // Links in circles need objects that are there.
      for _ in 0..<generator.random.below(5) {
        generator.append(generator.proposeLink(), mayFail: false)
      }
      return false
    }
    if random.chance(30) { append(propose(.reading(.collection)), mayFail: false) }
  }

  // MARK: Steps

  private mutating func makeSteps() {
    let given = program.steps.count
    if limits.isRecording, random.chance(90) {
      append(propose(.recording(.beginScope)))
    }
    let count = random.pick([4, 6, 9, 11, 15, 22]) ?? 9
    for _ in 0..<count {
      if limits.isRecording, limits.walk.activeScopes.isEmpty, random.chance(40) {
        append(propose(.recording(.beginScope)))
      }
      if settings.wants("LINK", "READ", "COMBINE"),
        random.chance(settings.chapters.isEmpty ? 23 : 60)
      {
        addWalk()
      } else {
        addStep()
      }
    }
    for name in topic.names[.scope] ?? [] {
      let kind: RecordingStep =
        random.chance(88) || settings.edition == .draft ? .commitScope : .cancelScope
      append(["do": .string(kind.rawValue), "scope": .string(name)], mayFail: false)
    }
    if program.steps.count == given { append(["do": "recordEvent", "activity": "nothing"]) }
  }

  /// Adds a step of a random kind.
  private mutating func addStep() {
    for _ in 0..<8 {
      guard let kind = random.pick(weighing: topic.weights.outside) else { return }
      if case .writing(.write) = kind { return makeWrite() }
      if append(propose(kind)) {
        addElementOfSorted()
        return
      }
    }
  }

  /// Takes an element of a result that was sorted just now, and asks for its key: its place alone shows the order.
  private mutating func addElementOfSorted() {
    guard let last = program.steps.last, last["sort"] != nil, let name = last["as"]?.string,
      random.chance(70)
    else { return }
    append(proposeElement(of: name), mayFail: false)
    guard let element = program.steps.last, element["of"] == last["as"], let object = element["as"]
    else {
      return
    }
    append(["do": "value", "object": object, "property": "_id"], mayFail: false)
  }

  /// Reads an object in one of the ways there are, and then follows a link of it that is set: links whose parent
  /// was not read show little.
  private mutating func addWalk() {
    guard let parent = linkedObject() else { return }
    let name = newName("object")
    let type = JSON.string(parent.type)
    if random.chance(30) {
      append(["do": "query", "type": type], mayFail: false)
    }
    append(["do": "get", "type": type, "key": parent.key, "as": .string(name)])
    if random.chance(30) { addStep() }
    let step: JSON = ["object": .string(name), "property": .string(parent.property)]
    guard parent.propertyType.shape != .single else {
      // Its target has a name, so that it can be followed further.
      let follow = step.with("as", newHandle("object")).doing("follow")
      append(follow, mayFail: false)
      return
    }
    let collection = newName("collection")
    let made = step.with("do", "collection").with("as", .string(collection))
    append(made, mayFail: false)
    append(proposeElement(of: collection), mayFail: false)
  }

  /// An object that links to others, or that others link to, by its key, with a property that leads to one of them.
  private mutating func linkedObject() -> (
    type: String, key: JSON, property: String, propertyType: PropertyType
  )? {
    var places = topic.classes.flatMap { definition in
      definition.properties.flatMap { name, type in
        let mayLink =
          type.scalar == nil || limits.linked.contains(name) && type.shape == .single
        return (mayLink ? topic.keys[definition.name] ?? [] : []).map {
          (type: definition.name, key: $0, property: name, propertyType: type)
        }
      }
    }
    for _ in 0..<min(8, places.count) {
      let place = places.remove(at: random.below(places.count))
      if hasTarget(place.property, place.propertyType, at: place.key, of: place.type) {
        return place
      }
    }
    return nil
  }

  /// Whether a property of the object of a key leads to an object.
  private mutating func hasTarget(
    _ property: String,
    _ type: PropertyType,
    at key: JSON,
    of className: String
  ) -> Bool {
    let member: JSON = ["object": "peek", "property": .string(property)]
    if type.shape == .single {
      return peek(at: key, of: className, [member.doing("follow")]) == true
    }
    let all = member.with("as", "all").doing("collection")
    guard type.shape == .dictionary else {
      return peek(at: key, of: className, [all, ["do": "count", "of": "all"]])?.int ?? 0 > 0
    }
    // An entry may be null, and then gives no name.
    let name = newName("entry")
    let entries = RecordingTopic.entryKeys.map { key -> JSON in
      ["do": "element", "of": "all", "key": .string(key), "as": .string(name)]
    }
    _ = peek(at: key, of: className, [all] + entries)
    return isThere(name)
  }

  private mutating func makeWrite() {
    addWrite { generator in
      if generator.random.chance(4) { generator.addNeighbours() }
      if generator.random.chance(4) { generator.addReplacement() }
      let count = generator.random.pick([0, 1, 1, 2, 2, 3, 4, 6]) ?? 1
      for _ in 0..<count {
        for _ in 0..<8 {
          guard let kind = generator.random.pick(weighing: generator.topic.weights.inWrite) else {
            break
          }
          if generator.append(generator.propose(kind)) { break }
        }
      }
      return generator.random.chance(12)
    }
  }

  /// Adds a transaction, of which is drawn what is in it and whether it is cancelled.
  private mutating func addWrite(_ draw: (inout Self) -> Bool) {
    let (outer, keys) = (limits.beginWrite(), topic.keys)
    topic.nested = []
    try? running?.beginWrite()
    let isCancelled = draw(&self)
    try? running?.endWrite(isCancelled: isCancelled)
    limits.endWrite(outer, isCancelled: isCancelled)
    let step: JSON = ["do": "write", "steps": .array(topic.nested)]
    program.steps.append(isCancelled ? step.with("cancel", true) : step)
    if isCancelled { (topic.keys, topic.presence) = (keys, [:]) }
  }

  /// Reads an object, then one that was created meanwhile, and then the first one again.
  private mutating func addNeighbours() {
    guard let first = propose(.reading(.get))?.with("as", nil),
      let created = propose(.writing(.create)), append(first, mayFail: false),
      append(created, mayFail: false), let type = created["type"],
      let key = created["value"]?["_id"]
    else { return }
    append(["do": "get", "type": type, "key": key], mayFail: false)
    append(first, mayFail: false)
  }

  /// Deletes the object that another one links to, creates one of its key, and has the link lead to that (WRITE-42).
  private mutating func addReplacement() {
    guard let parent = linkedObject(), parent.propertyType.isObject,
      parent.propertyType.shape == .single
    else { return }
    let (name, target, replacement) = (newName("object"), newName("object"), newName("object"))
    let start: JSON = ["type": .string(parent.type), "key": parent.key, "as": .string(name)]
    append(start.doing("get"), mayFail: false)
    let link: JSON = ["object": .string(name), "property": .string(parent.property)]
    append(link.with("as", .string(target)).doing("follow"), mayFail: false)
    let asksKey: JSON = ["do": "value", "object": .string(target), "property": "_id"]
    guard let key = run([asksKey], on: "").last?.value,
      append(["do": "delete", "object": .string(target)], mayFail: false)
    else { return }
    let type = parent.propertyType.base
    guard let members = members(of: type, key: key) else { return }
    let creation: JSON = [
      "type": .string(type), "value": .object(members), "as": .string(replacement),
    ]
    guard append(creation.doing("create"), mayFail: false) else { return }
    append(link.with("value", ["$ref": .string(replacement)]).doing("set"), mayFail: false)
  }

  /// Adds a step if a valid program may have it here; one that fails on the guide says so.
  @discardableResult
  mutating func append(_ json: JSON?, mayFail: Bool = true) -> Bool {
    guard let json else { return false }
    var step = Step(json)
    guard let faults = try? limits.faults(of: step) else { return false }
    var failure = faults.first(where: \.isCertain)?.codes.first
    if failure == nil, let outcome = perform(step) {
      if case .error(let error) = outcome {
        guard let code = ErrorCode(rawValue: error.code) else { return false }
        failure = code
      } else if let name = step.boundName,
        outcome.value == false || step.kind == .reading(.element) && !isThere(name)
      {
        // Nothing is named that is not found.
        step = Step(json.with("as", nil))
      }
    }
    if let failure {
      guard faults.count == 1, faults[0].codes.contains(failure), mayFail,
        random.chance(Self.percent(of: failure, step))
      else { return false }
      step = Step(json.with("fails", .string(failure.rawValue)))
    }
    note(step)
    return true
  }

  /// Has the guide carry out a step that looks at objects or changes them: what comes of others, the limits know.
  private func perform(_ step: Step) -> StepOutcome? {
    switch step.kind {
    case .reading?, .writing?: step.kind == .writing(.write) ? nil : running?.run([step]).last
    default: nil
    }
  }

  private mutating func note(_ step: Step) {
    if case .writing? = step.kind { topic.presence = [:] }
    switch step.kind {
    case _ where step.fails != nil: break
    case .writing(.create)?:
      topic.keys[step[.type] ?? "", default: []] += [step["value"]?["_id"] ?? .null]
    case _ where step.deletesObjects:
      let key = step[.object].flatMap(limits.walk.primaryKey)
      topic.keys[limits.walk.className(of: step) ?? ""]?.removeAll {
        step.deletedClass != nil || $0 == key
      }
    default: break
    }
    limits.note(step)
    if let name = step.boundName, let kind = limits.walk.names[name]?.kind, step.fails == nil {
      topic.names[kind, default: []].append(name)
    }
    if limits.walk.isInWrite {
      topic.nested.append(step.json)
    } else {
      program.steps.append(step.json)
    }
  }

  // MARK: Looking

  /// Whether a name stands for an object that is there.
  mutating func isThere(_ name: String) -> Bool {
    if let known = topic.presence[name] { return known }
    let step: Step = ["do": "value", "object": .string(name), "property": "_id"]
    let isThere =
      switch running?.run([step]).last {
      case .ok?: true
      // An embedded object has no key.
      case .error(let error)?: error.code == ErrorCode.unknownProperty.rawValue
      default: false
      }
    topic.presence[name] = isThere
    return isThere
  }

  /// What the last of some steps yields that look at the object of a key under the name `peek`.
  mutating func peek(at key: JSON, of type: String, _ looks: [JSON]) -> JSON? {
    let outcomes = run(
      [["do": "get", "type": .string(type), "key": key, "as": "peek"]] + looks,
      on: ""
    )
    // An object without a name that was created, or looked up by its key, may have been deleted.
    if outcomes.first?.value != true { topic.keys[type]?.removeAll { $0 == key } }
    return outcomes.first?.value == true ? outcomes.last?.value : nil
  }

  /// How many in a hundred of the steps that would fail are kept: few reads and changes, most of what is rarely drawn.
  private static func percent(of code: ErrorCode, _ step: Step) -> Int {
    switch (code, step.kind) {
    case (.typeMismatch, _), (.missingValue, _), (.unknownProperty, _): 85
    case (.scopeNotActive, _): 90
    case (_, .recording?), (_, .writing(.write)?): 70
    case (.duplicatePrimaryKey, _): 44
    case (.indexOutOfRange, _), (.noSuchKey, _): 15
    case (.notInWriteTransaction, _): 30
    case (_, .writing(.create)?), (_, .writing(.set)?): 35
    default: 12
    }
  }
}
