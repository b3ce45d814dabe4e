import Formats
import JSON
import Touchstone

// A step of each kind, drawn without regard to what is valid: the limits decide that.
extension ProgramGenerator where Topic == RecordingTopic {
  mutating func propose(_ kind: StepKind) -> JSON? {
    let arguments: JSON? =
      switch kind {
      case .writing(let kind): propose(kind)
      case .reading(let kind): propose(kind)
      case .recording(let kind): propose(kind)
      case .clock(.setClock):
        ["to": ["$date": pick("2022-06-23T14:54:37.756Z", "2030-01-01T00:00:00Z")]]
      case .clock(.advanceClock): ["milliseconds": pick(0, 1, 1000, 86_400_000)]
      case .eventRealm(let kind): propose(kind)
      case .flexibleSync, .mobileUser, .mobileRealm, .mobileSession, .mobileServer: nil
      }
    return arguments?.doing(kind.name)
  }

  private mutating func pick(_ values: JSON...) -> JSON { random.pick(values) ?? .null }

  // MARK: Names

  /// The name of an object that is there; now and then one that is gone.
  private mutating func objectName(where isFit: (String) -> Bool = { _ in true }) -> String? {
    if random.chance(2) { return random.pick(topic.names[.object] ?? []) }
    return random.pick(objectNames { $0.map(isFit) ?? false })
  }

  /// The names of objects that are there, of classes for which something holds; nil is a class that is not known.
  mutating func objectNames(where isFit: (String?) -> Bool) -> [String] {
    var names = topic.names[.object] ?? []
    names.removeAll { name in
      guard limits.walk.knows(name), !limits.cancelled.contains(name),
        isFit(limits.walk.names[name]?.className)
      else { return true }
      return limits.perhapsGone.contains(name) && !isThere(name)
    }
    return names
  }

  /// An object and one of its properties.
  private struct Member {
    var object: String
    var property: String
    var type: PropertyType

    var arguments: JSON { ["object": .string(object), "property": .string(property)] }
  }

  private mutating func member(where isFit: (PropertyType) -> Bool) -> Member? {
    let fitting = Dictionary(
      topic.classes.map { ($0.name, $0.properties.filter { isFit($0.type) }) }
    ) { first, _ in first }
    // Objects within others have few names.
    let embedded = random.chance(8) ? topic.classes.filter(\.isEmbedded).map(\.name) : []
    let rare = random.pick(
      embedded.isEmpty
        ? []
        : objectNames { $0.map { embedded.contains($0) && fitting[$0]?.isEmpty == false } ?? false }
    )
    guard let name = rare ?? objectName(where: { fitting[$0]?.isEmpty == false }),
      let type = limits.walk.names[name]?.className,
      let property = random.pick(fitting[type] ?? [])
    else { return nil }
    return Member(object: name, property: property.name, type: property.type)
  }

  private mutating func topClass() -> GeneratedClass? {
    random.pick(topic.classes.filter { !$0.isEmbedded })
  }

  /// The result's name, for most steps that have one.
  private mutating func named(_ step: JSON, _ word: String, _ percent: Int) -> JSON {
    random.chance(percent) ? step.with("as", newHandle(word)) : step
  }

  // MARK: Writing

  private mutating func propose(_ kind: WritingStep) -> JSON? {
    switch kind {
    case .write: return ["steps": []]
    case .create:
      guard let type = topClass()?.name, var value = members(of: type).map(JSON.object) else {
        return nil
      }
      if random.chance(7) { value = spoilt(value) }
      return named(["type": .string(type), "value": value], "object", 100)
    case .set:
      if random.chance(4), let member = member(where: { $0.shape == .single && $0.scalar == .int })
      {
        return member.arguments.with("value", random.chance(50) ? "no" : 1.0)
      }
      guard let member = member(where: { $0.shape != .linkingObjects }),
        member.property != "_id" || random.chance(3),
        let value = value(of: member.type, member.property)
      else { return nil }
      return member.arguments.with("value", value)
    case .add:
      guard let member = member(where: { $0.shape == .list || $0.shape == .set }),
        let value = element(of: member.type, member.property)
      else { return nil }
      return member.arguments.with("value", value)
    case .put:
      guard let member = member(where: { $0.shape == .list || $0.shape == .dictionary }),
        let value = element(of: member.type, member.property)
      else { return nil }
      return positioned(member).with("value", value)
    case .remove:
      guard let member = member(where: \.isCollection) else { return nil }
      guard member.type.shape == .set else { return positioned(member) }
      return element(of: member.type, member.property).map { member.arguments.with("value", $0) }
    case .clear: return member(where: \.isCollection)?.arguments
    case .delete: return objectName().map { ["object": .string($0)] }
    case .deleteAll: return topClass().map { ["type": .string($0.name)] }
    }
  }

  /// Members of an object with one of them missing, or one too many.
  private mutating func spoilt(_ json: JSON) -> JSON {
    let names = json.object?.keys.filter { $0 != "_id" } ?? []
    if random.chance(60), let name = random.pick(names) { return json.with(name, nil) }
    return json.with("nothing", 1)
  }

  /// An assignment of a link to one of the objects that are there.
  mutating func proposeLink() -> JSON? {
    guard let member = member(where: { $0.isObject && $0.shape == .single }),
      let link = link(to: member.type.base)
    else { return nil }
    return member.arguments.with("value", link).doing("set")
  }

  private mutating func positioned(_ member: Member) -> JSON {
    member.type.shape == .dictionary
      ? member.arguments.with("key", .string(entryKey()))
      : member.arguments.with("at", pick(0, 0, 0, 1, 1, 2))
  }

  // MARK: Reading

  private mutating func propose(_ kind: ReadingStep) -> JSON? {
    switch kind {
    case .get:
      if random.chance(1) { return ["type": "Nothing", "key": 1] }
      guard let definition = topClass(), let type = definition.properties.first?.type else {
        return nil
      }
      let known = random.chance(85) ? random.pick(topic.keys[definition.name] ?? []) : nil
      let key = known ?? key(type)
      return named(["type": .string(definition.name), "key": key], "object", 50)
    case .query: return proposeQuery()
    case .all: return topClass().map { ["type": .string($0.name), "as": newHandle("all")] }
    case .collection:
      guard let member = member(where: { $0.isCollection || $0.shape == .linkingObjects }) else {
        return nil
      }
      return named(member.arguments, "collection", 100)
    case .count: return random.pick(topic.names[.collection] ?? []).map { ["of": .string($0)] }
    case .element: return random.pick(topic.names[.collection] ?? []).flatMap { element(of: $0) }
    case .follow:
      guard
        let member = member(where: { $0.shape == .single && ($0.isObject || $0.scalar == .mixed) })
      else { return nil }
      return named(member.arguments, "object", 70)
    case .value: return member(where: { $0.scalar != nil })?.arguments
    }
  }

  /// An element of a collection as a whole step.
  mutating func proposeElement(of name: String) -> JSON? {
    element(of: name)?.doing("element")
  }

  private mutating func element(of name: String) -> JSON? {
    guard let source = limits.walk.names[name] else { return nil }
    var step: JSON = ["of": .string(name)]
    if limits.collectionType(namedBy: source.step)?.shape == .dictionary {
      let keys = RecordingTopic.entryKeys.filter { key in
        run([step.with("key", .string(key)).doing("element")], on: "").last?.value != nil
      }
      let key = random.chance(85) ? random.pick(keys) ?? "k" : entryKey()
      step = step.with("key", .string(key))
    } else {
      guard let count = run([step.doing("count")], on: "").last?.value?.int else { return nil }
      step = step.with("at", random.chance(3) ? .int(count) : .int(Int64(random.below(Int(count)))))
    }
    return source.className == nil ? step : named(step, "object", 60)
  }

  // MARK: Queries

  private mutating func proposeQuery() -> JSON? {
    var step: JSON
    let type: String
    if random.chance(30), let name = random.pick(topic.names[.collection] ?? []),
      let className = limits.walk.names[name]?.className
    {
      (step, type) = (["in": .string(name)], className)
    } else {
      guard let definition = topClass() else { return nil }
      (step, type) = (["type": .string(definition.name)], definition.name)
    }
    guard let definition = topic.classes.first(where: { $0.name == type }) else { return nil }
    if random.chance(40) { step = step.with("where", makeFilter(definition, depth: 0)) }
    let sortable = definition.properties.filter { $0.type.isSortable }.map(\.name)
    // The second key counts where objects are equal in the first one.
    let prefersTies = random.chance(50)
    if random.chance(20) {
      var repeated: [String] = []
      for name in sortable where prefersTies && repeats(name, of: type) { repeated.append(name) }
      step = step.with("sort", makeSort(by: sortable, preferring: repeated))
    }
    // Only its elements show how a result is sorted.
    return named(step, "results", step["sort"] == nil ? 35 : 90)
  }

  private mutating func makeSort(by names: [String], preferring repeated: [String]) -> JSON? {
    guard let first = random.pick(repeated) ?? random.pick(names) else { return nil }
    let isAlone = random.chance(repeated.isEmpty ? 50 : 20)
    let second = isAlone ? nil : random.pick(names.filter { $0 != first })
    return .array(
      ([first] + (second.map { [$0] } ?? [])).map { name in
        [.string(name), .string(random.chance(50) ? "ascending" : "descending")]
      }
    )
  }

  private mutating func makeFilter(_ definition: GeneratedClass, depth: Int) -> JSON {
    if depth < 2, random.chance(15) {
      let parts = (0..<random.between(1, 2)).map { _ in makeFilter(definition, depth: depth + 1) }
      return .object([random.chance(50) ? "$and" : "$or": .array(parts)])
    }
    let fields = definition.properties.filter {
      $0.type.isFiltered && !limits.schema.isEmbedded($0.type.className)
    }
    // Values of several kinds meet in mixed properties alone.
    let mixed = random.chance(30) ? fields.filter { $0.type.scalar == .mixed } : []
    guard let (name, type) = random.pick(mixed) ?? random.pick(fields) else { return [:] }
    return .object([name: makeCondition(type, of: name, in: definition.name)])
  }

  private mutating func makeCondition(
    _ type: PropertyType,
    of property: String,
    in className: String
  ) -> JSON {
    func operand() -> JSON {
      if random.chance(12) { return .null }
      let isMixed = type.scalar == .mixed
      if random.chance(isMixed ? 75 : 45), let value = storedValue(of: property, in: className) {
        return random.chance(isMixed ? 65 : 40) ? twin(of: value, type) : value
      }
      if isMixed {
        return plain(random.pick([.int, .string, .bool, .double]) ?? .int)
      }
      return (type.isObject ? link(to: type.base) : type.scalar.map { plain($0) }) ?? .null
    }
    switch random.below(10) {
    case 0...4: return operand()
    case 5: return ["$ne": operand()]
    case 6: return random.chance(20) ? ["$in": []] : ["$in": [operand(), operand()]]
    case 7: return ["$not": ["$eq": operand()]]
    default:
      guard type.isOrdered else { return operand() }
      let operators = ["$lt", "$lte", "$gt", "$gte"]
      return .object([random.pick(operators) ?? "$lt": operand()])
    }
  }

  /// Whether two objects of a class have the same value of a property.
  private mutating func repeats(_ property: String, of type: String) -> Bool {
    var values: Set<JSON?> = []
    for key in topic.keys[type] ?? []
    where !values.insert(value(of: property, at: key, of: type)).inserted { return true }
    return false
  }

  /// What a property of some object holds, if it is a plain value.
  private mutating func storedValue(of property: String, in type: String) -> JSON? {
    guard let key = random.pick(topic.keys[type] ?? []),
      let value = value(of: property, at: key, of: type), value.array == nil,
      value.object == nil || ExtendedValue(value) != nil
    else { return nil }
    if case .binary? = ExtendedValue(value) { return nil }
    return value
  }

  private mutating func value(of property: String, at key: JSON, of type: String) -> JSON? {
    peek(at: key, of: type, [["do": "value", "object": "peek", "property": .string(property)]])
  }

  /// A value that is nearly the same: the next number, or another kind that looks alike.
  private mutating func twin(of value: JSON, _ type: PropertyType) -> JSON {
    let isMixed = type.scalar == .mixed
    switch value {
    case .bool(let flag) where isMixed: return .int(flag ? 1 : 0)
    case .int(let number):
      guard isMixed, random.chance(70) else {
        return .int(number == .max ? number - 1 : number + 1)
      }
      var twins: [JSON] = [
        .string("\(number)"), .double(Double(number)), ["$numberDecimal": .string("\(number)")],
      ]
      if 0...1 ~= number { twins += [.bool(number == 1), .bool(number == 1)] }
      return random.pick(twins) ?? value
    case .double(let number) where isMixed:
      return number.isFinite ? ["$numberDecimal": .string("\(number)")] : value
    case .string(let text) where isMixed: return Int64(text).map(JSON.int) ?? value
    default: return value
    }
  }

  // MARK: Recording

  private mutating func propose(_ kind: RecordingStep) -> JSON? {
    switch kind {
    case .beginScope: return ["activity": activity(), "as": newHandle("scope")]
    case .commitScope, .cancelScope, .isActive, .dropScope:
      return scopeName().map { ["scope": .string($0)] }
    case .recordEvent:
      if let lastEvent = topic.lastEvent, random.chance(12) { return lastEvent }
      var step: JSON = ["activity": activity()]
      if random.chance(60) {
        step = step.with(
          "eventType",
          random.chance(10) ? .null : pick("read", "write", "Click", "")
        )
      }
      if random.chance(60) {
        let texts = RecordingTopic.texts + ["{\"a\": 1 }", "[1,\n2]", "x\r\ny"]
        step = step.with("data", random.chance(10) ? .null : .string(random.pick(texts) ?? ""))
      }
      topic.lastEvent = step
      return step
    case .updateMetadata: return ["metadata": makeMetadata(valid: !random.chance(17))]
    case .events, .auditEventSchema: return [:]
    }
  }

  /// The name of a scope, mostly one that is active.
  private mutating func scopeName() -> String? {
    let all = topic.names[.scope] ?? []
    if random.chance(20) { return random.pick(all) }
    return random.pick(limits.walk.activeScopes)
  }

  private mutating func propose(_ kind: EventRealmStep) -> JSON? {
    switch kind {
    case .changeOnServer:
      let step: JSON = ["activity": pick("read", "edit", "press")]
      return random.chance(50) ? step.with("delete", true) : step.with("set", ["user": "x"])
    case .goOffline, .goOnline, .waitForUploads, .restart, .serverEvents, .logOut, .logIn, .errors:
      return [:]
    case .failUploads, .partitions, .serverSchema, .removeUser: return nil
    }
  }
}

extension JSON {
  /// A step of a kind with these arguments.
  func doing(_ kind: String) -> JSON {
    var step: JSONObject = ["do": .string(kind)]
    for (key, value) in object ?? [:] { step[key] = value }
    return .object(step)
  }
}
