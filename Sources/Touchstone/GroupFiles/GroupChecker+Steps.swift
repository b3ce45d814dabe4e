import JSON

extension GroupChecker {
  /// Checks steps in their order; what they bind and need is noted in `handles`.
  mutating func checkSteps(
    _ json: JSON,
    at path: JSONPath,
    isGiven: Bool = false,
    _ handles: inout Handles
  ) {
    guard let steps = json.array else {
      return fault(path, "steps must be an array, not \(json.kindName)")
    }
    for (index, step) in steps.enumerated() {
      for (number, sample) in samples(of: step, at: path.appending(index)).enumerated() {
        if number > 0 { bindRepeatedNames(of: step, at: sample.path, &handles) }
        checkStep(sample.value, at: sample.path, isGiven: isGiven, &handles)
      }
    }
  }

  private mutating func checkStep(
    _ json: JSON,
    at path: JSONPath,
    isGiven: Bool,
    _ handles: inout Handles
  ) {
    guard let kind = stepKind(of: json, at: path), let members = json.object else { return }
    let entry = kind.entry
    let names = ["do"] + entry.arguments.map(\.key) + ["returns", "fails"]
    let required = entry.arguments.filter(\.isRequired).map(\.key)
    let rules = KeyRules(of: "the step \(kind.name.quoted)", names, required: required)
    guard let step = object(json, at: path, rules) else { return }
    if !entry.alternatives.isEmpty, entry.alternatives.count(where: { members[$0] != nil }) != 1 {
      let choice = entry.alternatives.map(\.quoted).joined(separator: ", ")
      fault(path, "the step \(kind.name.quoted) has exactly one of \(choice)")
    }
    if isGiven { checkGiven(kind, step, at: path) }
    checkOutcome(of: kind, step, at: path)
    note(need: entry.needs, because: "the step \(kind.name.quoted)", in: &handles)

    var arguments = StepToCheck(kind: kind, entry: entry, step: step, path: path, isGiven: isGiven)
    arguments.className = className(of: arguments, handles)
    for argument in entry.arguments {
      guard let value = step[argument.key] else { continue }
      check(value, as: argument.form, at: path.appending(argument.key), of: arguments, &handles)
    }
    followRules(of: arguments, &handles)
  }

  private mutating func stepKind(of json: JSON, at path: JSONPath) -> StepKind? {
    guard let step = json.object else {
      fault(path, "a step must be an object, not \(json.kindName)")
      return nil
    }
    guard let name = step["do"]?.string else {
      fault(path, "a step needs the key \"do\" with the name of its kind")
      return nil
    }
    guard let kind = StepKind(name: name), kind.entry.isKnown(to: conformanceClass) else {
      let known = StepKind.known(to: conformanceClass).map(\.name).sorted()
      let hint = NearNames.hint(for: name, among: known)
      fault(
        path.appending("do"),
        "the class \(conformanceClass.rawValue) has no step \(name.quoted)\(hint)"
      )
      return nil
    }
    return kind
  }

  /// What is given runs before the case and outside every scope, and must succeed.
  private mutating func checkGiven(_ kind: StepKind, _ step: JSONObject, at path: JSONPath) {
    if kind.entry.arguments.contains(where: { $0.key == "scope" })
      || kind == .recording(.beginScope)
    {
      fault(
        path,
        "\"given\" runs outside every scope: move the step \(kind.name.quoted) into the cases"
      )
    }
    for key in ["returns", "fails"] where step[key] != nil {
      fault(path.appending(key), "steps of \"given\" must succeed and expect nothing")
    }
  }

  /// Notes that a case needs a feature.
  func note(need feature: Feature?, because reason: String, in handles: inout Handles) {
    if let feature, handles.needs[feature] == nil { handles.needs[feature] = reason }
  }

  /// The rules between steps: the clock is set before it is moved, and a dropped scope is gone.
  private mutating func followRules(of arguments: StepToCheck, _ handles: inout Handles) {
    switch arguments.kind {
    case .clock(.setClock): handles.clockIsSet = true
    case .clock(.advanceClock) where !handles.clockIsSet:
      fault(arguments.path, "\"advanceClock\" needs a \"setClock\" before it")
    case .recording(.dropScope) where arguments.failure == nil:
      if let scope = arguments.step["scope"]?.string {
        handles.bound[scope]?.obstacle = "was released by \"dropScope\""
      }
    case .eventRealm(.restart): followRestart(arguments, &handles)
    case .reading(.follow):
      checkShape(of: arguments, handles, "a to-one link") { !$0.isCollection && $0.isObject }
    case .reading(.collection): checkShape(of: arguments, handles, "a collection", \.isCollection)
    default: break
    }
  }

  /// A restart ends the process: no name outlives it, and no transaction is open at that time.
  private mutating func followRestart(_ arguments: StepToCheck, _ handles: inout Handles) {
    if arguments.isGiven || handles.writeDepth > 0 {
      fault(arguments.path, "\"restart\" stands neither in \"given\" nor in a transaction")
    }
    for name in handles.bound.keys where handles.bound[name]?.obstacle == nil {
      handles.bound[name]?.obstacle = "is gone since \"restart\""
    }
  }

  private mutating func checkShape(
    of arguments: StepToCheck,
    _ handles: Handles,
    _ phrase: String,
    _ fits: (PropertyType) -> Bool
  ) {
    guard arguments.failure == nil, let property = arguments.step["property"]?.string,
      let type = schema.property(property, of: arguments.className),
      type.base != "mixed" || type.isCollection
    else { return }
    if type.shape == .linkingObjects { return }
    if !fits(type) {
      fault(arguments.path.appending("property"), "\(property.quoted) is not \(phrase)")
    }
  }
}

/// A step while it is checked.
struct StepToCheck {
  var kind: StepKind
  var entry: StepEntry
  var step: JSONObject
  var path: JSONPath
  var isGiven: Bool
  /// The class that properties and filters of the step belong to, as far as it is known.
  var className: String?

  /// The class that must have the fields of a filter: none if it is the point of the case that it lacks one.
  var fieldOwner: String? { failure == "unknown-property" ? nil : className }

  /// The code that the step is expected to fail with.
  var failure: String? { step["fails"].map { $0.string ?? $0["code"]?.string ?? "" } }
}
