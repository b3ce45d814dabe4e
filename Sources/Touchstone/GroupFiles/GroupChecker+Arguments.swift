import JSON

extension GroupChecker {
  /// Checks one argument of a step, and binds the name if it is one.
  mutating func check(
    _ json: JSON,
    as form: ArgumentForm,
    at path: JSONPath,
    of arguments: StepToCheck,
    _ handles: inout Handles
  ) {
    switch form {
    case .className: checkClassName(json, at: path, of: arguments)
    case .property: checkProperty(json, at: path, of: arguments)
    case .handle(let kind): checkUse(of: json, as: kind, at: path, handles)
    case .name(let kind): bind(json, to: kind, at: path, of: arguments, &handles)
    case .value: checkAssigned(json, at: path, of: arguments, &handles)
    case .members: checkMembers(json, at: path, of: arguments, &handles)
    case .index: require(json.int != nil, "an integer", json, at: path)
    case .text: require(json.string != nil, "a string", json, at: path)
    case .textOrNull: require(json.string != nil || json.isNull, "a string or null", json, at: path)
    case .flag: require(json.bool != nil, "true or false", json, at: path)
    case .natural:
      require(json.int ?? -1 >= 0, "an integer that is not negative", json, at: path)
    case .date:
      let isDate = json.object.map { $0.count == 1 && $0["$date"] != nil } ?? false
      require(isDate, "a date: {\"$date\": \"…\"}", json, at: path)
      if isDate { checkValue(json, at: path, names: handles) }
    case .filter: checkFilter(json, of: arguments.fieldOwner, at: path, names: handles)
    case .sort: checkSort(json, of: arguments.fieldOwner, at: path)
    case .metadata: checkMetadata(json, at: path)
    case .fields: checkFields(json, at: path)
    case .eventConfiguration: checkEvents(json, at: path, &handles)
    case .steps:
      handles.writeDepth += 1
      checkSteps(json, at: path, isGiven: arguments.isGiven, &handles)
      handles.writeDepth -= 1
    }
  }

  private mutating func checkFields(_ json: JSON, at path: JSONPath) {
    guard let fields = json.object, !fields.isEmpty else {
      return fault(path, "this must be an object of fields, not \(json.kindName)")
    }
    for (key, value) in fields {
      require(value.string != nil, "a string", value, at: path.appending(key))
    }
  }

  /// The class that the properties of a step belong to: the one it names, or that of its object or collection.
  func className(of arguments: StepToCheck, _ handles: Handles) -> String? {
    if let type = arguments.step["type"]?.string { return type }
    for key in ["object", "in", "of"] {
      if let name = arguments.step[key]?.string { return handles.bound[name]?.className }
    }
    return nil
  }

  private mutating func require(_ holds: Bool, _ phrase: String, _ json: JSON, at path: JSONPath) {
    if !holds { fault(path, "this must be \(phrase), not \(json.kindName)") }
  }

  private mutating func checkClassName(_ json: JSON, at path: JSONPath, of arguments: StepToCheck) {
    guard let name = json.string else {
      return require(false, "the name of a class", json, at: path)
    }
    if schema.classes[name] == nil, arguments.failure != "unknown-class" {
      let hint = NearNames.hint(for: name, among: schema.classes.keys.sorted())
      fault(path, "\(name.quoted) is no class of the schema\(hint)")
    }
  }

  private mutating func checkProperty(_ json: JSON, at path: JSONPath, of arguments: StepToCheck) {
    guard let name = json.string else {
      return require(false, "the name of a property", json, at: path)
    }
    if arguments.failure != "unknown-property" {
      checkField(name, of: arguments.className, at: path)
    }
  }

  /// Checks that a class has a property, as far as the class is known.
  mutating func checkField(_ name: String, of className: String?, at path: JSONPath) {
    guard let className, let properties = schema.classes[className]?.properties else { return }
    if properties[name] == nil {
      let hint = NearNames.hint(for: name, among: properties.keys.sorted())
      fault(path, "\(className) has no property \(name.quoted)\(hint)")
    }
  }

  /// Checks that a name stands for something of a kind here.
  mutating func checkUse(of json: JSON, as kind: HandleKind, at path: JSONPath, _ handles: Handles)
  {
    guard let name = json.string else {
      return require(false, "the name of \(kind.phrase)", json, at: path)
    }
    guard let handle = handles.bound[name] else {
      let names = handles.bound.filter { $0.value.kind == kind }.keys.sorted()
      let hint = NearNames.hint(for: name, among: names)
      return fault(path, "\(name.quoted) is not bound by a step before this one\(hint)")
    }
    if handle.kind != kind {
      fault(path, "\(name.quoted) is \(handle.kind.phrase), and \(kind.phrase) is needed here")
    } else if let obstacle = handle.obstacle {
      fault(path, "\(name.quoted) \(obstacle)")
    }
  }

  private mutating func bind(
    _ json: JSON,
    to kind: HandleKind,
    at path: JSONPath,
    of arguments: StepToCheck,
    _ handles: inout Handles
  ) {
    guard let name = json.string, !name.isEmpty else {
      return require(false, "a name", json, at: path)
    }
    if handles.bound[name] != nil {
      return fault(path, "\(name.quoted) is bound already: take another name")
    }
    var className = kind == .scope ? nil : arguments.className
    if let property = arguments.step["property"]?.string {
      let type = schema.property(property, of: arguments.className)
      className = type.flatMap { $0.isObject ? $0.base : nil }
    }
    var handle = Handles.Handle(kind: kind, className: className)
    if arguments.failure != nil {
      handle.obstacle = "is not bound, because its step is expected to fail"
    } else if arguments.entry.yields == .bool, arguments.step["returns"]?.bool == false {
      handle.obstacle = "is not bound, because its step is expected to find nothing"
    }
    handles.bound[name] = handle
  }
}
