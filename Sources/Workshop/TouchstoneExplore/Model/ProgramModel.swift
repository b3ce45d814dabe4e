import Formats
import JSON
import Touchstone

/// What exists while a program runs: objects, names, scopes.
///
/// It says of each step whether a valid program may have it
/// there, and whether it will fail.
///
/// The generator asks it before it adds a step, and the shrinker after it took something away, so that both know the
/// same valid programs. It knows nothing of events: what is recorded is for implementations to say.
///
/// The reference cannot be asked in its place: no step tells the class of an object behind a mixed link, whether a step
/// has more than one fault, of which it is open which one is reported, or whether an order was left open.
struct ProgramModel: ProgramLimits {
  let schema: ProgramSchema
  let places: [String] = []
  let edition: Edition
  private let classes: [String: ProgramSchema.Class]
  /// Whether the realm has an event configuration.
  let isRecording: Bool
  /// Whether another user than that of the realm uploads the events.
  let hasEventUser: Bool

  /// Objects by the order of their creation.
  var objects: [Int: ModelObject] = [:]
  var handles: [String: ModelHandle] = [:]
  /// For each scope whether it is active.
  var scopes: [Bool] = []
  var isWriting = false
  var hasClock = false
  var device = ModelDevice()
  private var nextObject = 0
  private var namesInWrite: Set<String> = []
  /// The objects as they were before the transaction that runs.
  private var objectsBefore: [Int: ModelObject] = [:]

  init() { self.init(Program(), .current) }

  init(_ program: Program, _ edition: Edition) {
    schema = ProgramSchema(.object(program.schema))
    let configuration = JSON.object(program.configuration)
    self.edition = edition
    classes = Dictionary(schema.classes.map { ($0.name, $0) }) { first, _ in first }
    isRecording = configuration[.eventConfiguration] != .null
    hasEventUser = configuration[.eventConfiguration]?[.syncUser] != nil
  }

  // MARK: Running

  /// Takes note of steps that may stand here, with what they say of their failure.
  mutating func allow(_ steps: [Step]) throws(StepFault) {
    for step in steps {
      do throws(StepFault) {
        try take(step)
        try require(step.fails == nil)
      } catch {
        guard case .fails(let code) = error else { throw error }
        try require(step.fails?.string == code.rawValue)
      }
    }
  }

  /// Takes a step, which may still fail by what the model does not look at; nothing has happened if it is one that fails.
  mutating func take(_ step: Step) throws(StepFault) {
    guard let kind = step.kind else { throw .invalid }
    let before = self
    do throws(StepFault) { try perform(kind, step) } catch {
      self = before
      throw error
    }
  }

  private mutating func perform(_ kind: StepKind, _ step: Step) throws(StepFault) {
    switch kind {
    case .writing(let kind): try perform(kind, step)
    case .reading(let kind): try perform(kind, step)
    case .recording(let kind): try perform(kind, step)
    case .clock(.setClock): hasClock = true
    case .clock(.advanceClock): try require(hasClock)
    case .eventRealm(let kind): try perform(kind, step)
    // Nothing is known of what a server makes of such a realm.
    case .flexibleSync, .mobileUser, .mobileRealm, .mobileSession, .mobileServer: throw .invalid
    }
  }

  // MARK: Transactions

  /// Begins a transaction.
  mutating func beginWrite() {
    isWriting = true
    namesInWrite = []
    objectsBefore = objects
  }

  /// Ends it; what a cancelled one has named is gone, unless it is a scope.
  mutating func endWrite(isCancelled: Bool) {
    isWriting = false
    guard isCancelled else { return }
    objects = objectsBefore
    for name in namesInWrite {
      if case .object? = handles[name] {
        handles[name] = .invalidated(isObject: true)
      } else {
        handles[name] = .invalidated(isObject: false)
      }
    }
  }

  // MARK: Names

  /// Gives a name, if the step gives one.
  mutating func bind(_ handle: ModelHandle?, _ step: Step) throws(StepFault) {
    guard let name = step.boundName else { return }
    guard let handle, handles[name] == nil else { throw .invalid }
    handles[name] = handle
    if case .scope = handle { return }
    if isWriting { namesInWrite.insert(name) }
  }

  /// The object of that name, which may be gone.
  func object(named name: String?) throws(StepFault) -> Int {
    switch name.flatMap({ handles[$0] }) {
    case .object(let id)?:
      if objects[id] == nil { throw .fails(.objectInvalidated) }
      return id
    case .invalidated(isObject: true)?: throw .fails(.objectInvalidated)
    default: throw .invalid
    }
  }

  // MARK: Classes

  func definition(of type: String) -> ProgramSchema.Class? { classes[type] }

  /// A class that objects are asked for by name.
  func listedClass(_ type: String?) throws(StepFault) -> ProgramSchema.Class {
    guard let type, let definition = classes[type] else { throw .fails(.unknownClass) }
    if definition.isEmbedded { throw .invalid }
    return definition
  }

  func isEmbedded(_ type: String) -> Bool { classes[type]?.isEmbedded ?? false }

  /// The type of a property of an object.
  func type(of property: String?, of object: Int) throws(StepFault) -> PropertyType {
    guard let property, let type = objects[object]?.type else { throw .invalid }
    guard let found = classes[type]?.type(of: property) else { throw .fails(.unknownProperty) }
    return found
  }

  // MARK: Objects

  mutating func makeObject(_ object: ModelObject) -> Int {
    defer { nextObject += 1 }
    objects[nextObject] = object
    return nextObject
  }

  /// The objects of a class, in the order of their creation.
  func objects(of type: String) -> [Int] {
    objects.filter { $0.value.type == type }.keys.sorted()
  }

  /// Whether two objects of a class have the same value of a property.
  func repeats(_ property: String, of type: String) -> Bool {
    let values = objects(of: type).map { objects[$0]?.values[property] }
    return Set(values).count < values.count
  }

  /// The object of a class with that key.
  func object(of type: String, key: ModelValue) -> Int? {
    objects.first { $0.value.type == type && $0.value.values["_id"] == key }?.key
  }

  /// Deletes an object with all that is embedded in it, and every link to it.
  mutating func remove(_ id: Int) {
    guard let object = objects.removeValue(forKey: id) else { return }
    for value in object.values.values { removeEmbedded(in: value) }
    for (other, object) in objects {
      for (property, value) in object.values where value.mentions(id) {
        objects[other]?.values[property] = value.without(id)
      }
    }
  }

  mutating func removeEmbedded(in value: ModelValue) {
    switch value {
    case .embedded(let id): remove(id)
    case .list(let elements): for element in elements { removeEmbedded(in: element) }
    case .entries(let entries): for entry in entries.values { removeEmbedded(in: entry) }
    case .null, .plain, .link: break
    }
  }

  /// What links to an object by a property, in the order of creation.
  func origins(of id: Int, by type: String, _ property: String) -> [Int] {
    objects(of: type).filter { objects[$0]?.values[property]?.mentions(id) ?? false }
  }
}

extension ModelValue {
  func mentions(_ id: Int) -> Bool {
    switch self {
    case .null, .plain: false
    case .link(let other), .embedded(let other): other == id
    case .list(let elements): elements.contains { $0.mentions(id) }
    case .entries(let entries): entries.values.contains { $0.mentions(id) }
    }
  }

  /// The value once an object is gone.
  func without(_ id: Int) -> ModelValue {
    switch self {
    case .link(id), .embedded(id): .null
    case .list(let elements): .list(elements.filter { !$0.mentions(id) })
    case .entries(let entries): .entries(entries.mapValues { $0.without(id) })
    default: self
    }
  }
}
