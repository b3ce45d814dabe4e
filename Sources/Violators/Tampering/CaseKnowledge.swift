import JSON
import Touchstone

/// What is known at a step of a program: what its names stand for, and how the step comes out.
package struct CaseKnowledge {
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

  let program: CaseProgram
  fileprivate(set) var objects: [String: Object] = [:]
  fileprivate(set) var collections: [String: Collection] = [:]
  /// The steps that made the results of queries.
  fileprivate(set) var queries: [String: JSON] = [:]
  /// The class of each collection of all objects.
  fileprivate(set) var classes: [String: String] = [:]
  /// The activities of scopes by name.
  fileprivate(set) var activities: [String: String] = [:]
  /// The scopes that are active, in the order of their beginning.
  fileprivate(set) var active: [String] = []
  /// Whether a write transaction is open.
  fileprivate(set) var isInWrite = false
  /// Whether the transaction that is open will be cancelled.
  fileprivate(set) var isCancelled = false
  /// What came of the step when nothing was tampered with.
  fileprivate(set) var outcome: StepOutcome?

  fileprivate var outcomes: [String: StepOutcome] = [:]

  /// The class that a property points to; nil for plain values and unknown ones.
  func target(of type: String, _ property: String) -> String? {
    guard let text = program.schema.json[type]?["properties"]?[property]?.string else { return nil }
    if let from = text.split(separator: "<").last, text.hasPrefix("linkingObjects<") {
      return from.split(separator: ".").first.map(String.init)
    }
    let inner = text.split(separator: "<").last.map(String.init) ?? text
    let name = inner.filter { $0 != ">" && $0 != "?" }
    return program.schema.json[name] == nil ? nil : name
  }

  func isEmbedded(_ type: String) -> Bool { program.schema.json[type]?["embedded"] == true }

  /// A step that looks up what a name stands for; nil if that is not known.
  func lookup(of name: String?) -> JSON? {
    guard let name, let object = objects[name], let key = object.key else { return nil }
    return ["do": "get", "type": .string(object.type), "key": key]
  }

  /// The class of what an element is taken from, if it holds objects that are not embedded.
  func elementType(of name: String?) -> String? {
    guard let name else { return nil }
    let type = collections[name]?.type ?? classes[name] ?? queries[name].flatMap(queriedType)
    return type.flatMap { isEmbedded($0) ? nil : $0 }
  }

  fileprivate func queriedType(_ query: JSON) -> String? {
    query["type"]?.string ?? query["in"]?.string.flatMap { collections[$0]?.type }
  }
}

extension CaseKnowledge {
  /// What the program itself tells.
  init(given program: CaseProgram) {
    self.init(program: program)
    for step in program.givenValues { note(step) }
  }

  /// What the program tells, and what comes of its steps.
  ///
  /// The program is a tagged one; it is tried on the reference.
  init(learning program: CaseProgram, from reference: some Implementation) async throws {
    self.init(program: program)
    var trial = self
    let given = program.givenValues.flatMap { trial.bindings(in: $0) }
    var steps = given.compactMap { trial.question(about: $0) }
    steps += trial.rewriting(program.stepValues) { step, knowledge in
      var after = knowledge
      after.note(step)
      return [step] + after.bindings(in: step).compactMap { after.question(about: $0) }
    }
    var asking = program
    asking.stepValues = steps
    guard case .completed(let found, _) = try await reference.runCase(asking) else { return }
    outcomes = StepTags.outcomes(found, of: steps)
    for step in program.givenValues { note(step) }
  }

  /// The names that a step gives to objects; in a program's given steps their classes are noted on the way.
  private mutating func bindings(in step: JSON) -> [String] {
    if let nested = step["steps"]?.array { return nested.flatMap { bindings(in: $0) } }
    note(step)
    return step["as"]?.string.map { [$0] } ?? []
  }

  /// A step that asks for the primary key of an object.
  private func question(about name: String) -> JSON? {
    guard let type = objects[name]?.type,
      let key = program.schema.json[type]?["primaryKey"]?.string
    else { return nil }
    return [
      "do": "value", "object": .string(name), "property": .string(key), "#": .string("key \(name)"),
    ]
  }

  /// The steps with each replaced by what the body makes of it, the innermost first.
  mutating func rewriting(
    _ steps: [JSON],
    _ body: (JSON, CaseKnowledge) -> [JSON]
  ) -> [JSON] {
    steps.flatMap { step -> [JSON] in
      var step = step
      outcome = StepTags.tag(of: step).flatMap { outcomes[$0] }
      let before = self
      if case .object(var members) = step, let nested = members["steps"]?.array {
        isInWrite = true
        isCancelled = members["cancel"] == true
        members["steps"] = .array(rewriting(nested, body))
        isInWrite = false
        isCancelled = false
        step = .object(members)
        return body(step, before)
      }
      let rewritten = body(step, self)
      note(step)
      return rewritten
    }
  }

  /// Takes in what a step makes known.
  private mutating func note(_ step: JSON) {
    if let nested = step["steps"]?.array { return nested.forEach { note($0) } }
    let name = step["as"]?.string ?? ""
    switch step["do"]?.string {
    case "beginScope":
      activities[name] = step["activity"]?.string ?? ""
      active.append(name)
    case "commitScope", "cancelScope", "dropScope": active.removeAll { $0 == step["scope"]?.string }
    case "all": classes[name] = step["type"]?.string
    case "query": queries[name] = step
    case "collection":
      guard let parent = step["object"]?.string, let property = step["property"]?.string,
        let type = objects[parent]?.type
      else { return }
      collections[name] = Collection(parent: parent, type: target(of: type, property))
    case "create", "get": noteObject(name, step["type"]?.string)
    case "follow":
      guard let parent = step["object"]?.string, let property = step["property"]?.string,
        let type = objects[parent]?.type
      else { return }
      noteObject(name, target(of: type, property))
    case "element":
      guard let source = step["of"]?.string else { return }
      noteObject(
        name,
        collections[source]?.type ?? classes[source] ?? queries[source].flatMap(queriedType)
      )
    default: break
    }
  }

  private mutating func noteObject(_ name: String, _ type: String?) {
    guard let type, !name.isEmpty else { return }
    var key: JSON?
    if case .ok(let value)? = outcomes["key \(name)"] { key = value }
    objects[name] = Object(type: type, key: key)
  }
}
