import Formats
import JSON
import Touchstone

/// Programs about what a recorder observes: objects of a few classes that are read, followed and changed within scopes.
///
/// What is in the realm tells a guide on which nothing is recorded, and which carries out each change by itself.
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
    let count = random.pick([4, 6, 8, 10, 14, 20]) ?? 8
    for _ in 0..<count {
      if limits.isRecording, limits.walk.activeScopes.isEmpty, random.chance(40) {
        append(propose(.recording(.beginScope)))
      }
      if settings.wants("LINK", "READ", "COMBINE"),
        random.chance(settings.chapters.isEmpty ? 20 : 45)
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
    guard parent.propertyType.isCollection else {
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

  /// An object that links to others, by its key, with a property that holds a link.
  private mutating func linkedObject() -> (
    type: String, key: JSON, property: String, propertyType: PropertyType
  )? {
    let places = topic.classes.flatMap { definition in
      definition.properties.flatMap { name, type in
        let mayLink =
          type.isObject || limits.linked.contains(name) && type.shape == .single
        return (mayLink ? topic.keys[definition.name] ?? [] : []).map {
          (type: definition.name, key: $0, property: name, propertyType: type)
        }
      }
    }
    for _ in 0..<6 {
      guard let place = random.pick(places) else { return nil }
      let member: JSON = ["object": "peek", "property": .string(place.property)]
      let looks: [JSON] =
        place.propertyType.isCollection
        ? [
          member.with("as", "all").doing("collection"), ["do": "count", "of": "all"],
        ] : [member.doing("follow")]
      let answer = peek(at: place.key, of: place.type, looks)
      if answer == true || answer?.int ?? 0 > 0 { return place }
    }
    return nil
  }

  private mutating func makeWrite() {
    addWrite { generator in
      if generator.random.chance(5) { generator.addNeighbours() }
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
    let isCancelled = draw(&self)
    limits.endWrite(outer, isCancelled: isCancelled)
    let step: JSON = ["do": "write", "steps": .array(topic.nested)]
    program.steps.append(isCancelled ? step.with("cancel", true) : step)
    guard isCancelled else { return }
    topic.keys = keys
    begin()
  }

  /// Reads an object, then one that was created meanwhile, and then the first one again.
  private mutating func addNeighbours() {
    guard let first = propose(.reading(.get)), first["as"] == nil,
      let created = propose(.writing(.create)), append(first, mayFail: false),
      append(created, mayFail: false), let type = created["type"],
      let key = created["value"]?["_id"]
    else { return }
    append(["do": "get", "type": type, "key": key], mayFail: false)
    append(first, mayFail: false)
  }

  /// Adds a step if a valid program may have it here; one that fails on the guide says so.
  @discardableResult
  mutating func append(_ step: JSON?, mayFail: Bool = true) -> Bool {
    guard var step, let faults = try? limits.faults(of: Step(step)) else { return false }
    var failure = faults.first(where: \.isCertain)?.codes.first
    if failure == nil, let outcome = perform(Step(step)) {
      if case .error(let error) = outcome {
        guard let code = ErrorCode(rawValue: error.code) else { return false }
        failure = code
      } else if step["as"] != nil, outcome.value == false || !hasYielded(Step(step)) {
        // Nothing is named that is not found.
        step = step.with("as", nil)
      }
    }
    if let failure {
      guard faults.count == 1, faults[0].codes.contains(failure), mayFail,
        random.chance(Self.percent(of: failure, Step(step)))
      else { return false }
      step = step.with("fails", .string(failure.rawValue))
    }
    note(Step(step))
    return true
  }

  /// Has the guide carry out a step that looks at objects or changes them: what comes of others, the limits know.
  private func perform(_ step: Step) -> StepOutcome? {
    switch step.kind {
    case .reading?: return run([step.json], on: "").last
    case .writing(let kind)? where kind != .write:
      let outcome = run([["do": "write", "steps": [step.json]]], on: "").last
      return (outcome?.value?[0]).map(StepOutcome.init(message:))
    default: return nil
    }
  }

  /// Whether an element that was taken is an object, and not null.
  private func hasYielded(_ step: Step) -> Bool {
    guard step.kind == .reading(.element), let name = step.boundName else { return true }
    return isThere(name)
  }

  private mutating func note(_ step: Step) {
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
  func isThere(_ name: String) -> Bool {
    let outcome = run([["do": "value", "object": .string(name), "property": "?"]], on: "").last
    guard case .error(let error)? = outcome else { return false }
    return error.code == ErrorCode.unknownProperty.rawValue
  }

  /// What the last of some steps yields that look at the object of a key under the name `peek`.
  func peek(at key: JSON, of type: String, _ looks: [JSON]) -> JSON? {
    run([["do": "get", "type": .string(type), "key": key, "as": "peek"]] + looks, on: "").last?
      .value
  }

  /// How many in a hundred of the steps that would fail are kept: few reads and changes, most of what is rarely drawn.
  private static func percent(of code: ErrorCode, _ step: Step) -> Int {
    switch (code, step.kind) {
    case (.typeMismatch, _), (.missingValue, _), (.unknownProperty, _): 85
    case (_, .recording?), (_, .writing(.write)?): 70
    case (.notInWriteTransaction, _): 30
    case (_, .writing(.create)?), (_, .writing(.set)?): 35
    default: 12
    }
  }
}
