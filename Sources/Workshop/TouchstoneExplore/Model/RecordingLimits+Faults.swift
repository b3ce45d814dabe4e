import Formats
import JSON
import Touchstone

// What can be wrong with a step.
extension RecordingLimits {
  typealias Faults = [PossibleFault]

  /// What can be wrong with a step here, if programs have such a step.
  func faults(of step: Step) throws(StepFault) -> Faults {
    try require(step.boundName.map { walk.names[$0] == nil } ?? true)
    var faults: Faults = []
    switch step.kind {
    case .writing(let kind)?: try look(at: kind, step, &faults)
    case .reading(let kind)?: try look(at: kind, step, &faults)
    case .recording(let kind)?: try look(at: kind, step, &faults)
    case .clock(.setClock)?: break
    case .clock(.advanceClock)?: try require(hasClock)
    case .eventRealm(let kind)?:
      try require(isRecording && !(kind == .restart && walk.isInWrite))
      var device = device
      try device.allow(kind, step)
    // Nothing is known of what a server makes of such a realm.
    case .flexibleSync?, .mobileUser?, .mobileRealm?, .mobileSession?, .mobileServer?, nil:
      throw .invalid
    }
    return faults
  }

  // MARK: Writing

  private func look(
    at kind: WritingStep,
    _ step: Step,
    _ faults: inout Faults
  ) throws(StepFault) {
    if !walk.isInWrite, kind != .write { faults.append(.certain(.notInWriteTransaction)) }
    switch kind {
    case .write:
      guard walk.isInWrite else { return }
      // What is in a transaction that does not begin is not carried out.
      try require(step.steps.isEmpty && step[.cancel] == nil)
      faults.append(.certain(.alreadyInWriteTransaction))
    case .create:
      guard let type = try listedClass(step[.type], &faults) else { return }
      try look(at: step[.members] ?? [:], of: type.name, &faults)
    case .delete: _ = try handle(.object, step[.object], &faults)
    case .deleteAll: _ = try listedClass(step[.type], &faults)
    case .set, .add, .put, .remove, .clear:
      if let type = try property(step, &faults) { try look(at: kind, step, type, &faults) }
    }
  }

  private func look(
    at kind: WritingStep,
    _ step: Step,
    _ type: PropertyType,
    _ faults: inout Faults
  ) throws(StepFault) {
    let value = step[.value] ?? .null
    switch (kind, type.shape) {
    case (_, .linkingObjects): throw .invalid
    case (.set, _) where step[.property] == "_id":
      // Whether the key that it has may be assigned is not specified.
      let old = step[.object].flatMap(walk.primaryKey)
      try require(old != nil && old != value && type.scalar.map(value.isValue) ?? false)
      faults.append(.certain(.primaryKeyChange))
    case (.set, _): try look(at: value, as: type, &faults)
    case (.clear, .list), (.clear, .set), (.clear, .dictionary): break
    case (.add, .list), (.add, .set), (.remove, .set):
      try look(atElement: value, as: type, &faults)
    case (.put, .list), (.remove, .list):
      try require(step[.index] != nil)
      faults.append(.possible(.indexOutOfRange))
      if kind == .put { try look(atElement: value, as: type, &faults) }
    case (.put, .dictionary): try look(atElement: value, as: type, &faults)
    case (.remove, .dictionary): faults.append(.possible(.noSuchKey))
    default: throw .invalid
    }
  }

  // MARK: Reading

  private func look(at kind: ReadingStep, _ step: Step, _ faults: inout Faults) throws(StepFault) {
    switch kind {
    case .get:
      guard let type = try listedClass(step[.type], &faults) else { return }
      guard let key = step[.primaryKey], type.type(of: "_id")?.scalar.map(key.isValue) ?? false
      else { throw .invalid }
    case .query:
      guard let name = step[.collection] else {
        _ = try listedClass(step[.type], &faults)
        return
      }
      let source = try counted(name, &faults)
      try require(source.step.kind != .reading(.query))
      try require(source.className != nil && !schema.isEmbedded(source.className))
    case .all: _ = try listedClass(step[.type], &faults)
    case .count: _ = try counted(step[.source], &faults)
    case .element: try look(atElementTakenBy: step, &faults)
    case .collection, .follow, .value:
      guard let type = try property(step, &faults), let property = step[.property] else { return }
      switch kind {
      case .collection: try require(type.shape != .single)
      case .follow:
        try require(type.shape == .single && (type.isObject || type.scalar == .mixed))
        try avoid(.changedAndFollowed, if: walk.isInWrite && changedInWrite.contains(property))
      default: try require(type.scalar != nil && !linked.contains(property))
      }
    }
  }

  private func look(atElementTakenBy step: Step, _ faults: inout Faults) throws(StepFault) {
    let source = try handle(.collection, step[.source], &faults)
    switch source.step.kind {
    case .reading(.all): faults.append(.possible(.indexOutOfRange))
    case .reading(.query):
      try checkOrder(of: source.step)
      // One that was deleted keeps its place.
      faults.append(.possible(.indexOutOfRange, .objectInvalidated))
    default:
      guard let type = collectionType(namedBy: source.step) else { throw .invalid }
      try avoid(.heldTwice, if: isOfCollections(type) && step[.index] != 0)
      // A set has an element at a place if it is the only one, and nothing is said of what fails otherwise.
      try require(type.shape != .set || type.hasOneSpelling)
      if type.shape != .set {
        faults.append(.possible(type.shape == .dictionary ? .noSuchKey : .indexOutOfRange))
      }
      try require((step[.key] != nil) == (type.shape == .dictionary))
      // Plain values are not named.
      try require(step.boundName == nil || source.className != nil)
    }
    if source.step.kind != .reading(.collection) { try require(step[.key] == nil) }
  }

  /// Refuses the result of a query in which the place of an element is open.
  private func checkOrder(of query: Step) throws(StepFault) {
    let type = walk.className(of: query)
    for key in query[.sort]?.array ?? [] {
      guard let field = schema.type(of: key[0]?.string ?? "", in: type) else { throw .invalid }
      try avoid(.placeOfNaN, if: field.shape == .single && field.hasFractions)
      try require(field.isSortable)
    }
    guard let source = query[.collection].flatMap({ walk.names[$0]?.step }) else { return }
    let shape = collectionType(namedBy: source)?.shape
    try avoid(.orderOfResult, if: shape == .set || shape == .dictionary)
  }

  /// A collection of which it is said how much it has.
  private func counted(_ name: String?, _ faults: inout Faults) throws(StepFault)
    -> ProgramWalk.Name
  {
    let source = try handle(.collection, name, &faults)
    try avoid(.heldTwice, if: collectionType(namedBy: source.step).map(isOfCollections) ?? false)
    return source
  }

  /// Whether back links are from collections, which may hold an object twice.
  private func isOfCollections(_ type: PropertyType) -> Bool {
    guard type.shape == .linkingObjects else { return false }
    let origin = type.base.split(separator: ".", maxSplits: 1).map(String.init)
    return origin.count == 2 && schema.type(of: origin[1], in: origin[0])?.isCollection ?? false
  }

  /// The type of what a step has named; nil unless it is the collection of an object.
  func collectionType(namedBy step: Step) -> PropertyType? {
    step.kind == .reading(.collection) ? walk.propertyType(of: step) : nil
  }

  // MARK: Recording

  private func look(
    at kind: RecordingStep,
    _ step: Step,
    _ faults: inout Faults
  ) throws(StepFault) {
    switch kind {
    case .beginScope, .recordEvent, .updateMetadata:
      if !isRecording { faults.append(.certain(.eventsNotEnabled)) }
      if kind == .beginScope, edition == .draft, !walk.activeScopes.isEmpty {
        faults.append(.certain(.other))
      }
      if kind == .updateMetadata, let code = Self.fault(ofMetadata: step[.metadata], edition) {
        faults.append(.certain(code))
      }
    case .commitScope, .cancelScope, .isActive, .dropScope:
      guard let scope = step[.scope], walk.knows(scope) else { throw .invalid }
      try require(walk.names[scope]?.kind == .scope)
      if kind == .commitScope || kind == .cancelScope, !walk.activeScopes.contains(scope) {
        faults.append(.certain(.scopeNotActive))
      }
    case .events: try require(isRecording)
    case .auditEventSchema:
      try require(isRecording)
      try avoid(.schemaOfDraft, if: edition == .draft)
    }
  }

  /// What is wrong with metadata, if one thing is.
  private static func fault(ofMetadata json: JSON?, _ edition: Edition) -> ErrorCode? {
    var keys = json?.object?.keys ?? []
    for pair in json?.array ?? [] { keys.append(pair[0]?.string ?? "") }
    let reserved = ["_id", "_partition", "timestamp", edition.activityField, "event", "data"]
    if keys.contains(where: { !(1...63).contains($0.utf8.count) || reserved.contains($0) }) {
      return .invalidMetadataKey
    }
    return Set(keys.map { Array($0.utf8) }).count < keys.count ? .duplicateMetadataKey : nil
  }

  // MARK: Parts

  /// What a name stands for that is used; what it is of may be gone.
  func handle(
    _ kind: HandleKind,
    _ name: String?,
    _ faults: inout Faults
  ) throws(StepFault) -> ProgramWalk.Name {
    guard let name, walk.knows(name), let known = walk.names[name], known.kind == kind else {
      throw .invalid
    }
    if cancelled.contains(name) {
      faults.append(.certain(.objectInvalidated))
    } else if perhapsGone.contains(name) {
      faults.append(.possible(.objectInvalidated))
    }
    return known
  }

  /// A class that objects are asked for by name.
  private func listedClass(
    _ type: String?,
    _ faults: inout Faults
  ) throws(StepFault) -> ProgramSchema.Class? {
    guard let definition = type.flatMap({ schema[$0] }) else {
      faults.append(.certain(.unknownClass))
      return nil
    }
    try require(!definition.isEmbedded)
    return definition
  }

  /// The type of the property that a step is about; nil if its class has none of that name.
  private func property(_ step: Step, _ faults: inout Faults) throws(StepFault) -> PropertyType? {
    let object = try handle(.object, step[.object], &faults)
    guard let property = step[.property], let type = object.className else { throw .invalid }
    guard let type = schema.type(of: property, in: type) else {
      faults.append(.certain(.unknownProperty))
      return nil
    }
    return type
  }
}

extension PropertyType {
  /// Whether a result can be sorted by it: where NaN is then, is open.
  var isSortable: Bool {
    guard shape == .single, let scalar else { return false }
    return [.int, .string, .date].contains(scalar)
  }

  /// Whether `$lt` and the like are asked of it.
  var isOrdered: Bool {
    guard shape == .single, let scalar else { return false }
    return [.int, .float, .double, .date, .decimal128].contains(scalar)
  }

  /// Whether a filter may be about it.
  var isFiltered: Bool { shape == .single && scalar != .data }

  /// Whether equal values are written in one way only, so that a set has one of them.
  var hasOneSpelling: Bool {
    guard let scalar else { return true }
    return [.bool, .int, .string, .objectId, .uuid].contains(scalar)
  }
}
