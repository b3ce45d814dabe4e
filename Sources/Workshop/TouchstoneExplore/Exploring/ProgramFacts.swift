import Formats
import JSON
import Touchstone

/// What happens in a program and what its trail has, taken apart once for all conditions.
struct ProgramFacts {
  /// A step with what is around it.
  ///
  /// This and a place are classes, because every condition goes through all of them.
  final class Act {
    let step: Step
    let kind: StepKind
    /// Whether it is in a transaction.
    let isInWrite: Bool
    /// Whether that transaction is cancelled.
    let isCancelled: Bool
    /// How many scopes are active before it.
    let scopes: Int
    let failure: String?

    init(_ step: Step, _ kind: StepKind, in walk: ProgramWalk) {
      (self.step, self.kind, failure) = (step, kind, step.fails?.string)
      isInWrite = walk.isInWrite
      isCancelled = walk.place.transactions.last?[.cancel] ?? false
      scopes = walk.activeScopes.count
    }

    var returns: JSON? { step.returns }
    var succeeds: Bool { failure == nil }
  }

  /// An entry of a write event: a class, one of the three lists, and an object or a modification.
  struct Change {
    var type: String
    var list: String
    var entry: JSON
  }

  /// A place of a payload where a property stands.
  final class Place {
    let type: PropertyType
    let value: JSON
    /// Whether it is in the event of several objects.
    let isInQuery: Bool

    init(_ type: PropertyType, _ value: JSON, isInQuery: Bool) {
      (self.type, self.value, self.isInQuery) = (type, value, isInQuery)
    }
  }

  let schema: ProgramSchema
  let configuration: JSON
  private(set) var acts: [Act] = []
  private var actsByKind: [StepKind: [Act]] = [:]
  private(set) var events: [JSON]
  /// Every property that a payload shows.
  private(set) var places: [Place] = []
  private(set) var changes: [Change] = []

  init(_ testCase: Case) {
    schema = testCase.schema
    configuration = testCase.configuration
    events = (testCase.expectation["events"]?.array ?? []).filter { $0["optional"] != true }
    var walk = ProgramWalk(schema, configuration)
    add(testCase.steps, &walk)
    actsByKind = Dictionary(grouping: acts, by: \.kind)
    for event in events { read(event["data"].map(Self.plain) ?? .null) }
  }

  private mutating func add(_ steps: [Step], _ walk: inout ProgramWalk) {
    for step in steps {
      guard let kind = step.kind else { continue }
      acts.append(Act(step, kind, in: walk))
      let outer = walk.enter(step)
      add(step.steps, &walk)
      walk.leave(to: outer)
      walk.note(step)
    }
  }

  /// A value without the matchers that free its order: of several payloads the first one.
  private static func plain(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(plain))
    case .object(let members):
      if let free = members[Matcher.unordered.rawValue] { return plain(free) }
      if let choices = members[Matcher.anyOf.rawValue]?.array {
        return choices.last.map(plain) ?? .null
      }
      return .object(members.mapValues(plain))
    default: return json
    }
  }

  private mutating func read(_ payload: JSON) {
    guard let members = payload.object else { return }
    if let type = members["type"]?.string, let objects = members["value"]?.array {
      for object in objects { read(object, of: type, isInQuery: objects.count > 1) }
      return
    }
    for (type, lists) in members {
      for (list, entries) in lists.object ?? [:] {
        for entry in entries.array ?? [] {
          changes.append(Change(type: type, list: list, entry: entry))
          read(entry["oldValue"] ?? entry, of: type, isInQuery: false)
        }
      }
    }
  }

  private mutating func read(_ object: JSON, of type: String, isInQuery: Bool) {
    guard let definition = schema[type] else { return }
    for (name, value) in object.object ?? [:] {
      guard let type = definition.type(of: name) else { continue }
      places.append(Place(type, value, isInQuery: isInQuery))
      guard let target = type.className else { continue }
      for element in type.elements(of: value) where element.object != nil {
        read(element, of: target, isInQuery: isInQuery)
      }
    }
  }

  // MARK: Counting

  func acts(of kind: StepKind) -> [Act] { actsByKind[kind] ?? [] }

  func count(_ kind: StepKind, _ isMet: (Act) -> Bool = { _ in true }) -> Int {
    acts(of: kind).count(where: isMet)
  }
}
