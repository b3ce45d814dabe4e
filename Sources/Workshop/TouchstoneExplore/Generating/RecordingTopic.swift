import Formats
import JSON
import Touchstone

/// Programs about what a recorder observes: objects of a few classes that are read, followed and changed within scopes.
///
/// What there is tells the model of programs, and no guide is asked: a program takes less than a millisecond, and so it has to.
struct RecordingTopic: ProgramTopic {
  typealias Limits = ProgramModel

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
    program.configuration = makeConfiguration()
    limits = ProgramModel(program, settings.edition)
    program.given = makeGiven()
    program.steps = makeSteps()
  }

  // MARK: What is given

  private mutating func makeGiven() -> [JSON] {
    var steps: [JSON] = []
    var creations: [JSON] = []
    let count = random.pick([0, 1, 2, 3, 3, 4, 5]) ?? 3
    if settings.asks(.clock(.setClock)), random.chance(25) {
      append(propose(.clock(.setClock)), to: &steps)
    }
    guard count > 0 else { return steps }
    limits.beginWrite()
    for _ in 0..<count { append(propose(.writing(.create)), to: &creations, mayFail: false) }
    // Links in circles need objects that are there.
    for _ in 0..<random.below(5) { append(proposeLink(), to: &creations, mayFail: false) }
    limits.endWrite(isCancelled: false)
    steps.append(["do": "write", "steps": .array(creations)])
    if random.chance(30) { append(propose(.reading(.collection)), to: &steps, mayFail: false) }
    return steps
  }

  // MARK: Steps

  private mutating func makeSteps() -> [JSON] {
    var steps: [JSON] = []
    if limits.isRecording, random.chance(90) {
      append(propose(.recording(.beginScope)), to: &steps)
    }
    let count = random.pick([4, 6, 8, 10, 14, 20]) ?? 8
    for _ in 0..<count {
      if limits.isRecording, !limits.scopes.contains(true), random.chance(40) {
        append(propose(.recording(.beginScope)), to: &steps)
      }
      if settings.wants("LINK", "READ", "COMBINE"),
        random.chance(settings.chapters.isEmpty ? 20 : 45)
      {
        addWalk(to: &steps)
      } else {
        addStep(to: &steps)
      }
    }
    for name in topic.names[.scope] ?? [] {
      let kind: RecordingStep =
        random.chance(88) || settings.edition == .draft ? .commitScope : .cancelScope
      append(["do": .string(kind.rawValue), "scope": .string(name)], to: &steps, mayFail: false)
    }
    if steps.isEmpty { append(["do": "recordEvent", "activity": "nothing"], to: &steps) }
    return steps
  }

  /// Adds a step of a random kind.
  private mutating func addStep(to steps: inout [JSON]) {
    for _ in 0..<8 {
      guard let kind = random.pick(weighing: topic.weights.outside) else { return }
      if case .writing(.write) = kind {
        steps.append(makeWrite())
        return
      }
      if append(propose(kind), to: &steps) {
        addElementOfSorted(to: &steps)
        return
      }
    }
  }

  /// Takes an element of a result that was sorted just now, and asks for its key: its place alone shows the order.
  private mutating func addElementOfSorted(to steps: inout [JSON]) {
    guard let last = steps.last, last["sort"] != nil, let name = last["as"]?.string,
      random.chance(70)
    else { return }
    append(proposeElement(of: name), to: &steps, mayFail: false)
    guard let element = steps.last, element["of"] == last["as"], let object = element["as"] else {
      return
    }
    append(["do": "value", "object": object, "property": "_id"], to: &steps, mayFail: false)
  }

  /// Reads an object in one of the ways there are, and then follows a link of it that is set: links whose parent
  /// was not read show little.
  private mutating func addWalk(to steps: inout [JSON]) {
    guard let parent = random.pick(linkedObjects) else { return }
    let name = newName("object")
    let type = JSON.string(parent.type)
    if random.chance(30) {
      append(["do": "query", "type": type], to: &steps, mayFail: false)
    }
    append(["do": "get", "type": type, "key": parent.key, "as": .string(name)], to: &steps)
    if random.chance(30) { addStep(to: &steps) }
    let step: JSON = ["object": .string(name), "property": .string(parent.property)]
    guard parent.isCollection else {
      // Its target has a name, so that it can be followed further.
      let follow = step.with("as", newHandle("object")).doing("follow")
      append(follow, to: &steps, mayFail: false)
      return
    }
    let collection = newName("collection")
    let made = step.with("do", "collection").with("as", .string(collection))
    append(made, to: &steps, mayFail: false)
    append(proposeElement(of: collection), to: &steps, mayFail: false)
  }

  /// Objects that link to others, each with its key and a property that holds a link.
  private var linkedObjects: [(type: String, key: JSON, property: String, isCollection: Bool)] {
    limits.objects.keys.sorted().flatMap { id in
      guard let object = limits.objects[id], case .plain(let key)? = object.values["_id"],
        let definition = topic.classes.first(where: { $0.name == object.type })
      else { return [(type: String, key: JSON, property: String, isCollection: Bool)]() }
      return definition.properties.compactMap { name, type in
        guard let value = object.values[name], value.hasLinks else { return nil }
        return (object.type, key, name, type.isCollection)
      }
    }
  }

  private mutating func makeWrite() -> JSON {
    limits.beginWrite()
    var nested: [JSON] = []
    if random.chance(5) { addNeighbours(to: &nested) }
    let count = random.pick([0, 1, 1, 2, 2, 3, 4, 6]) ?? 1
    for _ in 0..<count {
      for _ in 0..<8 {
        guard let kind = random.pick(weighing: topic.weights.inWrite) else { break }
        if append(propose(kind), to: &nested) { break }
      }
    }
    let isCancelled = random.chance(12)
    limits.endWrite(isCancelled: isCancelled)
    var step: JSONObject = ["do": "write", "steps": .array(nested)]
    if isCancelled { step["cancel"] = true }
    return .object(step)
  }

  /// Reads an object, then one that was created meanwhile, and then the first one again.
  private mutating func addNeighbours(to steps: inout [JSON]) {
    guard let first = propose(.reading(.get)), first["as"] == nil,
      let created = propose(.writing(.create)), append(first, to: &steps, mayFail: false),
      append(created, to: &steps, mayFail: false), let type = created["type"],
      let key = created["value"]?["_id"]
    else { return }
    append(["do": "get", "type": type, "key": key], to: &steps, mayFail: false)
    append(first, to: &steps, mayFail: false)
  }

  /// Adds a step if a valid program may have it here; one that will fail says so.
  @discardableResult
  mutating func append(_ step: JSON?, to steps: inout [JSON], mayFail: Bool = true) -> Bool {
    guard var step else { return false }
    do throws(StepFault) { try limits.take(Step(step)) } catch {
      guard case .fails(let code) = error, mayFail, random.chance(Self.failures(of: Step(step)))
      else { return false }
      step = step.with("fails", .string(code.rawValue))
    }
    if let name = step["as"]?.string, let kind = limits.handles[name].map(\.kind) {
      topic.names[kind, default: []].append(name)
    }
    steps.append(step)
    return true
  }

  /// How many in a hundred of the steps that would fail are kept: few reads and changes, most of what is rarely drawn.
  private static func failures(of step: Step) -> Int {
    switch step.kind {
    case .recording?, .writing(.write)?: 70
    case .writing(.create)?, .writing(.set)?: 35
    default: 12
    }
  }
}

extension ModelHandle {
  fileprivate var kind: HandleKind {
    switch self {
    case .object, .invalidated: .object
    case .collection, .all, .results: .collection
    case .scope: .scope
    }
  }
}
