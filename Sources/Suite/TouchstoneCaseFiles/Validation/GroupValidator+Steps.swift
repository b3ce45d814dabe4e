import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks steps in their order, and follows what they bind and need.
  mutating func checkSteps(_ steps: [JSON], in place: Surroundings) {
    let outer = place.step.map { walk.enter($0) } ?? walk.place
    defer { walk.leave(to: outer) }
    let isGiven = place.isGiven || place.path.components == [.key("given")]
    for (index, step) in steps.enumerated() {
      for (number, sample) in samples(of: step, at: place.path.appending(index)).enumerated() {
        if number > 0 { bindRepeatedNames(of: step, at: sample.path) }
        var inner = Surroundings(path: sample.path)
        inner.isGiven = isGiven
        checkStep(sample.value, in: inner)
      }
    }
  }

  private mutating func checkStep(_ json: JSON, in place: Surroundings) {
    guard let kind = stepKind(of: json, at: place.path) else { return }
    guard let members = members(of: json, as: kind.table(in: conformanceClass), at: place.path)
    else { return }
    let entry = kind.entry(in: conformanceClass)
    let step = Step(json)
    var place = place
    place.step = step
    place.className = walk.className(of: step)
    if place.isGiven { checkGiven(kind, step, at: place.path) }
    checkOutcome(of: kind, step, in: place)
    checkReason(in: json, at: place.path)
    note(need: entry.needs, because: "the step \(kind.name.quoted)")
    for argument in entry.takes {
      guard let value = members[argument.name] else { continue }
      let inner = place.entering(argument.name)
      check(value, as: argument.form, named: argument.name, in: inner)
    }
    followRules(of: kind, step, in: place)
    walk.note(step)
  }

  private mutating func stepKind(of json: JSON, at path: JSONPath) -> StepKind? {
    guard json.object != nil else {
      fault(path, "a step must be an object, not \(json.kindName)")
      return nil
    }
    guard let name = Step(json).name else {
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
  private mutating func checkGiven(_ kind: StepKind, _ step: Step, at path: JSONPath) {
    let isAboutScope = kind.entry.takes.contains {
      switch $0.form {
      case .handle(.scope), .name(.scope): true
      default: false
      }
    }
    if isAboutScope {
      fault(
        path,
        "\"given\" runs outside every scope: move the step \(kind.name.quoted) into the cases"
      )
    }
    for key in ["returns", "fails", "because"] where step[key] != nil {
      fault(path.appending(key), "steps of \"given\" must succeed and expect nothing")
    }
  }

  /// The rules between steps, such as that the clock is set before it is moved.
  private mutating func followRules(of kind: StepKind, _ step: Step, in place: Surroundings) {
    if conformanceClass == .mobilePlatform { checkRealm(around: kind, in: place) }
    switch kind {
    case .clock(.setClock): clockIsSet = true
    case .clock(.advanceClock) where !clockIsSet:
      fault(place.path, "\"advanceClock\" needs a \"setClock\" before it")
    case .eventRealm(.restart):
      if place.isGiven || walk.isInWrite {
        fault(place.path, "\"restart\" stands neither in \"given\" nor in a transaction")
      }
      if conformanceClass == .flexibleSync, step[.events] != nil {
        fault(place.path, "flexible sync restarts as it was opened: leave out \"events\"")
      }
    case .flexibleSync(let kind): followRules(of: kind, step, in: place)
    case .mobileUser(let kind): followRules(of: kind, step, in: place)
    case .mobileRealm(let kind): followRules(of: kind, step, in: place)
    case .mobileServer(.startReset):
      if let realm = step[.realmFile], walk.names[realm]?.closed == nil {
        fault(place.path, "\"startReset\" needs the realm \(realm.quoted) to be closed before")
      }
    case .reading(.follow):
      checkShape(of: step, in: place, "a to-one link") { !$0.isCollection && $0.isObject }
    case .reading(.collection): checkShape(of: step, in: place, "a collection", \.isCollection)
    default: break
    }
  }

  private mutating func checkShape(
    of step: Step,
    in place: Surroundings,
    _ phrase: String,
    _ fits: (PropertyType) -> Bool
  ) {
    guard place.failure == nil, let property = step[.property],
      let type = walk.propertyType(of: step),
      type.base != "mixed" || type.isCollection
    else { return }
    if type.shape == .linkingObjects { return }
    if !fits(type) {
      fault(place.path.appending("property"), "\(property.quoted) is not \(phrase)")
    }
  }
}
