import Formats
import JSON
import Touchstone

/// What is known at a step of a program that is tampered with: what its names stand for, and what happened before it.
struct TamperingWalk {
  struct Scope {
    let name: String
    let activity: String
    let isBegunInWrite: Bool
    /// The keys of the metadata that was in force at its beginning.
    let metadataKeys: Set<String>
  }

  let program: CaseProgram
  /// What names stand for.
  private var known: ProgramWalk
  /// The scopes in the order of their beginning.
  private(set) var begun: [Scope] = []
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
    known = ProgramWalk(program.schema, program.configuration)
    for step in program.given { note(step) }
  }

  /// At the beginning of a tagged program of which it was tried what comes of its steps.
  init(learning program: CaseProgram, _ run: Violator.Run) async throws {
    self.init(program)
    var trial = self
    var asking = program
    asking.steps = known.names.keys.sorted().compactMap { trial.question(about: $0) }
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
    guard let type = self[name, .object]?.className, let key = program.schema[type]?.primaryKey
    else { return nil }
    let step: Step = ["do": "value", "object": .string(name), "property": .string(key)]
    return step.tagged("key \(name)")
  }
}

extension TamperingWalk {
  private subscript(name: String?, kind: HandleKind) -> ProgramWalk.Name? {
    name.flatMap { known.names[$0] }.flatMap { $0.kind == kind ? $0 : nil }
  }

  /// The names of the scopes that are active.
  var active: [String] { known.activeScopes }
  var isInWrite: Bool { known.isInWrite }
  /// Whether the transaction that is open will be cancelled.
  var isCancelled: Bool { known.place.transactions.last?[.cancel] ?? false }

  /// The keys of the metadata in force.
  var metadataKeys: Set<String> {
    Set((update.map { ["metadata": $0] } ?? program.events ?? [:]).metadataPairs.map(\.key))
  }

  /// A scope by the name that it has, or had.
  func scope(_ name: String?) -> Scope? { begun.last { $0.name == name } }

  /// Whether the property of a step is a set.
  func isSet(_ step: Step) -> Bool { known.propertyType(of: step)?.shape == .set }

  /// The class of the object that a name stands for.
  func className(ofObject name: String?) -> String? { self[name, .object]?.className }

  /// A step that looks up what a name stands for; nil if that is not known.
  func lookup(of name: String?) -> Step? {
    guard let name, let type = className(ofObject: name),
      case .ok(let key)? = outcomes["key \(name)"]
    else { return nil }
    return .get(type, key)
  }

  /// The step of a kind that gave a collection its name.
  func step(_ kind: ReadingStep, named name: String?) -> Step? {
    self[name, .collection].flatMap { $0.step.kind == .reading(kind) ? $0.step : nil }
  }

  /// The class of what an element is taken from, if it holds objects that are not embedded.
  func elementType(of name: String?) -> String? {
    guard let type = self[name, .collection]?.className else { return nil }
    return program.schema[type]?.isEmbedded == true ? nil : type
  }
}

extension TamperingWalk {
  /// The steps with each replaced by what the body makes of it, the innermost first; nil leaves it as it is.
  mutating func rewriting(_ steps: [Step], _ body: (Step, TamperingWalk) -> [Step]?) -> [Step] {
    steps.enumerated().flatMap { index, step -> [Step] in
      next = index + 1 < steps.count ? steps[index + 1] : nil
      outcome = step.tag.flatMap { outcomes[$0] }
      guard step.kind?.isBlock == true else {
        defer { note(step) }
        return body(step, self) ?? [step]
      }
      let before = self
      let outer = known.enter(step)
      let inner = step.with(steps: rewriting(step.steps, body))
      known.leave(to: outer)
      return body(inner, before) ?? [inner]
    }
  }

  /// The outcomes with each replaced by what the body makes of it, the innermost first; nil leaves it as it is.
  mutating func mapping(
    _ outcomes: [StepOutcome],
    of steps: [Step],
    _ body: (Step, StepOutcome, TamperingWalk) -> StepOutcome?
  ) -> [StepOutcome] {
    zip(outcomes, steps).map { outcome, step in
      var outcome = outcome
      if step.kind?.isBlock == true {
        let outer = known.enter(step)
        if case .ok(.array(let answers)) = outcome {
          let nested = answers.map(StepOutcome.init(message:))
          outcome = .ok(.array(mapping(nested, of: step.steps, body).map(\.message)))
        }
        known.leave(to: outer)
      } else {
        note(step)
      }
      defer { previous = step }
      return body(step, outcome, self) ?? outcome
    }
  }

  /// Takes in what a step makes known.
  private mutating func note(_ step: Step) {
    known.noteAll(step)
    switch step.kind {
    case .recording(.beginScope):
      begun.append(
        Scope(
          name: step.boundName ?? "",
          activity: step[.activity] ?? "",
          isBegunInWrite: isInWrite,
          metadataKeys: metadataKeys
        )
      )
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
}
