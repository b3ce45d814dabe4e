import Formats
import JSON
import Touchstone

/// What programs about recording keep to, so that nothing happens in them that the specification leaves open.
///
/// What names stand for says the walk. Whether a lookup finds something, and whether a step fails, is known from the answer
/// of an implementation; what can be wrong with a step is known here: one that fails has a single part that can.
struct RecordingLimits: ProgramLimits {
  let schema: ProgramSchema
  let places = [""]
  let edition: Edition
  /// Whether the realm has an event configuration.
  let isRecording: Bool

  private(set) var walk: ProgramWalk
  private(set) var hasClock = false
  private(set) var device: ModelDevice
  /// The keys that objects of a class have been given.
  private(set) var keys: [String: Set<JSON>] = [:]
  /// Mixed properties that have been given a link: what reading their value yields then is not specified.
  private(set) var linked: Set<String> = []
  /// Names of objects that may be deleted.
  private(set) var perhapsGone: Set<String> = []
  /// Names of what was made in a transaction that was cancelled.
  private(set) var cancelled: Set<String> = []
  private var namesInWrite: [String] = []
  /// The properties that the transaction has set.
  private(set) var changedInWrite: Set<String> = []

  init() { self.init(Program(), .current) }

  init(_ program: Program, _ edition: Edition) {
    schema = program.classes
    let configuration = JSON.object(program.configuration)
    self.edition = edition
    walk = ProgramWalk(schema, configuration)
    isRecording = configuration[.eventConfiguration] != .null
    device = ModelDevice(hasEventUser: configuration[.eventConfiguration]?[.syncUser] != nil)
  }

  mutating func allow(_ steps: [Step]) throws(StepFault) {
    for step in steps {
      let faults = try faults(of: step)
      if let code = step.fails?.string {
        try avoid(.oneFault, if: faults.count > 1)
        try require(faults.contains { $0.codes.contains { $0.rawValue == code } })
      } else {
        if let fault = faults.first(where: \.isCertain) { throw .fails(fault.codes[0]) }
        if step.kind == .writing(.write) {
          let outer = beginWrite()
          try allow(step.steps)
          endWrite(outer, isCancelled: step[.cancel] ?? false)
        }
      }
      note(step)
    }
  }

  // MARK: Transactions

  /// Begins a transaction, and gives the place to go back to.
  mutating func beginWrite() -> ProgramWalk.Place {
    (namesInWrite, changedInWrite) = ([], [])
    return walk.enter(["do": "write"])
  }

  /// Ends it; what a cancelled one has named is gone, unless it is a scope.
  mutating func endWrite(_ outer: ProgramWalk.Place, isCancelled: Bool) {
    walk.leave(to: outer)
    if isCancelled { cancelled.formUnion(namesInWrite.filter { walk.names[$0]?.kind != .scope }) }
  }

  // MARK: Taking note

  /// Takes note of a step that has been added.
  mutating func note(_ step: Step) {
    walk.note(step)
    guard step.fails == nil else { return }
    if walk.isInWrite, let name = step.boundName { namesInWrite.append(name) }
    switch step.kind {
    case .writing(let kind)?: note(kind, step)
    case .recording(.commitScope)?: device.noteEvent(isSure: false)
    case .recording(.recordEvent)?: device.noteEvent(isSure: true)
    case .clock(.setClock)?: hasClock = true
    case .eventRealm(let kind)?: try? device.allow(kind, step)
    default: break
    }
  }

  private mutating func note(_ kind: WritingStep, _ step: Step) {
    switch kind {
    case .write: break
    case .create:
      let type = step[.type] ?? ""
      if let key = step[.members]?["_id"] { keys[type, default: []].insert(key) }
      noteLinks(in: step[.members] ?? .null, of: type)
    case .delete, .deleteAll: noteDeletion(of: walk.className(of: step))
    case .set, .add, .put, .remove, .clear:
      guard let property = step[.property], let type = walk.propertyType(of: step) else { return }
      changedInWrite.insert(property)
      noteLinks(in: step[.value] ?? .null, type, property)
      // Those that were embedded there are gone.
      if kind != .add, schema.isEmbedded(type.className) { noteDeletion(of: type.base) }
    }
  }

  /// Takes note that objects of a class may be gone, and what is embedded in them; nil is any class.
  private mutating func noteDeletion(of type: String?) {
    for (name, known) in walk.names where known.kind == .object {
      let isConcerned = known.className.map { $0 == type || schema.isEmbedded($0) } ?? true
      if type == nil || isConcerned { perhapsGone.insert(name) }
    }
  }

  private mutating func noteLinks(in object: JSON, of type: String) {
    for (name, value) in object.object ?? [:] {
      if let type = schema.type(of: name, in: type) { noteLinks(in: value, type, name) }
    }
  }

  private mutating func noteLinks(in value: JSON, _ type: PropertyType, _ property: String) {
    if type.scalar == .mixed {
      value.forEachLink { _ in linked.insert(property) }
    } else if schema.isEmbedded(type.className) {
      for element in type.elements(of: value) { noteLinks(in: element, of: type.base) }
    }
  }
}
