import Formats
import JSON
import Touchstone

/// What is known at a step of a program: what its names stand for, and what happened before it.
struct Walk {
  /// An object of a class.
  struct Object {
    let type: String
    let key: JSON?
  }

  struct Collection {
    let parent: String
    /// The class of the elements; nil for plain values.
    let type: String?
  }

  struct Scope {
    let name: String
    let activity: String
    let isBegunInWrite: Bool
    /// The keys of the metadata that was in force at its beginning.
    let metadataKeys: Set<String>
  }

  let program: CaseProgram
  private(set) var objects: [String: Object] = [:]
  private(set) var collections: [String: Collection] = [:]
  /// The steps that made the results of queries.
  private(set) var queries: [String: Step] = [:]
  /// The class of each collection of all objects.
  private(set) var classes: [String: String] = [:]
  /// The scopes in the order of their beginning.
  private(set) var begun: [Scope] = []
  /// The names of those that are active.
  private(set) var active: [String] = []
  /// The write transaction that is open.
  private(set) var transaction: Step?
  private(set) var isOnline = true
  private(set) var isLoggedIn = true
  /// The first run in which the connection was made to break in the middle of an upload.
  private(set) var brokenRun: Int?
  /// How many restarts came before.
  private(set) var runs = 0
  /// The metadata that was last given to an update in this run.
  private(set) var update: JSON?
  /// The step before.
  private(set) var previous: Step?
  /// The step that follows.
  private(set) var next: Step?
  /// What came of the step when nothing was tampered with, if that was tried.
  private(set) var outcome: StepOutcome?

  private var outcomes: [String: StepOutcome] = [:]

  /// At the beginning of a program.
  init(_ program: CaseProgram) {
    self.program = program
    for step in program.given { note(step) }
  }

  /// At the beginning of a tagged program of which it was tried what comes of its steps.
  init(learning program: CaseProgram, _ run: Violator.Run) async throws {
    self.init(program)
    var trial = self
    var asking = program
    asking.steps = objects.keys.sorted().compactMap { trial.question(about: $0) }
    asking.steps += trial.rewriting(program.steps) { step, walk in
      var after = walk
      after.note(step)
      return [step] + [step.boundName].compactMap { $0.flatMap { after.question(about: $0) } }
    }
    guard case .completed(let found, _) = try await run(asking) else { return }
    outcomes = asking.steps.outcomesByTag(found)
    for step in program.given { note(step) }
  }

  /// A step that asks for the primary key of an object.
  private func question(about name: String) -> Step? {
    guard let type = objects[name]?.type, let key = program.schema[type]?.primaryKey else {
      return nil
    }
    let step: Step = ["do": "value", "object": .string(name), "property": .string(key)]
    return step.tagged("key \(name)")
  }
}

extension Walk {
  var isInWrite: Bool { transaction != nil }
  /// Whether the transaction that is open will be cancelled.
  var isCancelled: Bool { transaction?[.cancel] ?? false }

  /// The keys of the metadata in force.
  var metadataKeys: Set<String> {
    Set((update.map { ["metadata": $0] } ?? program.events ?? [:]).metadataPairs.map(\.key))
  }

  /// A scope by the name that it has, or had.
  func scope(_ name: String?) -> Scope? { begun.last { $0.name == name } }

  /// Whether the property of a step is a set.
  func isSet(_ step: Step) -> Bool { type(of: step)?.shape == .set }

  private func type(of step: Step) -> PropertyType? {
    guard let object = step[.object], let property = step[.property] else { return nil }
    return objects[object].flatMap { program.schema[$0.type]?.type(of: property) }
  }

  /// The class that the property of a step points to; nil for plain values and unknown ones.
  private func target(of step: Step) -> String? {
    guard let type = type(of: step) else { return nil }
    let name = type.shape == .linkingObjects ? type.base.prefix { $0 != "." } : type.base[...]
    return program.schema[String(name)]?.name
  }

  /// A step that looks up what a name stands for; nil if that is not known.
  func lookup(of name: String?) -> Step? {
    guard let object = name.flatMap({ objects[$0] }), let key = object.key else { return nil }
    return .get(object.type, key)
  }

  private func anyElementType(of name: String) -> String? {
    if let type = collections[name]?.type ?? classes[name] { return type }
    guard let query = queries[name] else { return nil }
    return query[.type] ?? query[.collection].flatMap { collections[$0]?.type ?? classes[$0] }
  }

  /// The class of what an element is taken from, if it holds objects that are not embedded.
  func elementType(of name: String?) -> String? {
    guard let type = name.flatMap(anyElementType) else { return nil }
    return program.schema[type]?.isEmbedded == true ? nil : type
  }
}

extension Walk {
  /// The steps with each replaced by what the body makes of it, the innermost first; nil leaves it as it is.
  mutating func rewriting(_ steps: [Step], _ body: (Step, Walk) -> [Step]?) -> [Step] {
    steps.enumerated().flatMap { index, step -> [Step] in
      next = index + 1 < steps.count ? steps[index + 1] : nil
      outcome = step.tag.flatMap { outcomes[$0] }
      guard step.kind?.isBlock == true else {
        defer { note(step) }
        return body(step, self) ?? [step]
      }
      let before = self
      if step.kind == .writing(.write) { transaction = step }
      let inner = step.with(steps: rewriting(step.steps, body))
      transaction = before.transaction
      return body(inner, before) ?? [inner]
    }
  }

  /// The outcomes with each replaced by what the body makes of it, the innermost first; nil leaves it as it is.
  mutating func mapping(
    _ outcomes: [StepOutcome],
    of steps: [Step],
    _ body: (Step, StepOutcome, Walk) -> StepOutcome?
  ) -> [StepOutcome] {
    zip(outcomes, steps).map { outcome, step in
      var outcome = outcome
      if step.kind?.isBlock == true {
        let outer = transaction
        if step.kind == .writing(.write) { transaction = step }
        if case .ok(.array(let answers)) = outcome {
          let nested = answers.map(StepOutcome.init(message:))
          outcome = .ok(.array(mapping(nested, of: step.steps, body).map(\.message)))
        }
        transaction = outer
      } else {
        note(step)
      }
      defer { previous = step }
      return body(step, outcome, self) ?? outcome
    }
  }

  /// Takes in what a step makes known.
  private mutating func note(_ step: Step) {
    let name = step.boundName ?? ""
    switch step.kind {
    case .writing(.write), .flexibleSync(.on): for nested in step.steps { note(nested) }
    case .writing(.create), .reading(.get): noteObject(name, step[.type])
    case .reading(.follow): noteObject(name, target(of: step))
    case .reading(.element): noteObject(name, step[.source].flatMap(anyElementType))
    case .reading(.all): classes[name] = step[.type]
    case .reading(.query): queries[name] = step
    case .reading(.collection):
      collections[name] = step[.object].map { Collection(parent: $0, type: target(of: step)) }
    case .recording(.beginScope):
      begun.append(
        Scope(
          name: name,
          activity: step[.activity] ?? "",
          isBegunInWrite: isInWrite,
          metadataKeys: metadataKeys
        )
      )
      active.append(name)
    case .recording(.commitScope), .recording(.cancelScope), .recording(.dropScope):
      active.removeAll { $0 == step[.scope] }
    case .recording(.updateMetadata): update = step[.metadata]
    case .eventRealm(.goOffline): isOnline = false
    case .eventRealm(.goOnline): isOnline = true
    case .eventRealm(.failUploads): brokenRun = brokenRun ?? runs
    case .eventRealm(.logOut): isLoggedIn = false
    case .eventRealm(.logIn): isLoggedIn = true
    case .eventRealm(.restart): (runs, update) = (runs + 1, nil)
    default: break
    }
  }

  private mutating func noteObject(_ name: String, _ type: String?) {
    guard let type, !name.isEmpty else { return }
    let key: JSON? = if case .ok(let key)? = outcomes["key \(name)"] { key } else { nil }
    objects[name] = Object(type: type, key: key)
  }
}
