import Formats
import JSON
import Touchstone

/// What was done to the objects at a path, as far as merging leaves open what comes of it: programs keep clear of that.
struct MergeLimits {
  /// The devices that have put a list or dictionary into the mixed property of an object.
  private var holders: [JSON: Set<String>] = [:]
  /// Those that have put anything there.
  private var writers: [JSON: Set<String>] = [:]
  /// The devices that have created an object.
  private var creators: [JSON: Set<String>] = [:]
  /// The devices that have deleted an object.
  private var deleters: [JSON: Set<String>] = [:]
  /// The objects that the server has from the beginning: a creation may not know of that one either.
  private var initial: Set<JSON> = []
  /// The objects that a device has created with null in a dictionary.
  private var nullEntries: Set<JSON> = []
  /// The objects that a device has assigned an embedded object, or has taken one away from, with those devices that have
  /// done so in a dictionary.
  private var embedding: [JSON: Set<String>] = [:]
  /// The devices that have put null in place of an embedded object in a dictionary, or have deleted an embedded object.
  private var emptying: Set<String> = []

  /// Takes note of a transaction, unless it is open what comes of it.
  ///
  /// - Parameters:
  ///   - steps: what is done in it.
  ///   - walk: what names stand for.
  ///   - device: where.
  ///   - schema: the classes.
  /// - Throws: why it is open.
  mutating func note(
    _ steps: [Step],
    _ walk: ProgramWalk,
    on device: String,
    _ schema: ProgramSchema
  ) throws(StepFault) {
    var made: Set<String> = []
    var types: Set<String> = []
    var targets: Set<JSON> = []
    for step in steps {
      let name = step["object"]?.string ?? ""
      // What becomes of an object after its creation counts as a whole, or step by step.
      try avoid(.insideCreation, if: made.contains(name))
      let key = step.kind == .writing(.create) ? step["value"]?["_id"] : walk.primaryKey(of: name)
      switch step.kind {
      case .writing(.create):
        if let name = step.boundName { made.insert(name) }
        types.insert(step[.type] ?? "")
        step["value"]?.forEachLink { targets.insert(walk.primaryKey(of: $0) ?? .string($0)) }
      case _ where step.deletesObjects:
        let isOfClass = step.deletedClass.map { types.contains($0) || !targets.isEmpty }
        try avoid(.insideCreation, if: isOfClass ?? targets.contains(key ?? .string(name)))
        // Where all objects of a class are deleted, each of them may be.
        deleters[key ?? .null, default: []].insert(device)
        let ofAny = deleters[.null] ?? []
        try avoid(.deletedByThree, if: deleters.contains { $1.union(ofAny).count > 2 })
      default: break
      }
      try noteEmbedded(step, key, on: device, schema)
      try noteNulls(step, key, schema)
      if let value = step["value"] { try noteMixed(value, in: step, key, on: device, schema) }
    }
  }

  /// Takes note of an object that the server has from the beginning, unless it is open what comes of it.
  mutating func note(initial object: JSON, _ schema: ProgramSchema) throws(StepFault) {
    let step = Step(["do": "create", "value": object])
    initial.insert(object["_id"] ?? .null)
    if Self.hasNullEntry(object, schema) { nullEntries.insert(object["_id"] ?? .null) }
    try noteMixed(object, in: step, object["_id"], on: "", schema)
  }

  private mutating func noteEmbedded(
    _ step: Step,
    _ key: JSON?,
    on device: String,
    _ schema: ProgramSchema
  ) throws(StepFault) {
    if step.kind == .writing(.create) {
      creators[key ?? .null, default: []].insert(device)
    } else if step.kind == .writing(.delete), key?.isNull ?? true {
      // Of which object it was is not known here.
      emptying.insert(device)
      try avoid(.embeddedOfThree, if: creators.values.contains { $0.count > 2 })
    } else if let type = schema.embeddedType(of: step[.property] ?? "") {
      let isEntry = type.shape == .dictionary
      try avoid(.emptyEntry, if: isEntry && nullEntries.contains(key ?? .null))
      embedding[key ?? .null, default: []].formUnion(isEntry ? [device] : [])
      let assignsNull = step["value"]?.object?.contains { $0.value.isNull } ?? false
      if isEntry, step["value"] == .null || step.kind == .writing(.set) && assignsNull {
        emptying.insert(device)
      } else if isEntry, step.kind != .writing(.clear) {
        try avoid(.emptiedEntry, if: emptying.contains(device))
      }
      let count = embedding[key ?? .null, default: []].count
      try avoid(.emptiedEntry, if: count > 2 && !emptying.isEmpty)
    }
    let isOfThree = creators[key ?? .null, default: []].count > 2
    try avoid(
      .embeddedOfThree,
      if: isOfThree && (embedding[key ?? .null] != nil || !emptying.isEmpty)
    )
  }

  private static func hasNullEntry(_ object: JSON, _ schema: ProgramSchema) -> Bool {
    (object.object ?? [:]).contains { name, value in
      value.object?.contains { $0.value.isNull } ?? false && schema.isDictionary(name)
    }
  }

  private mutating func noteNulls(
    _ step: Step,
    _ key: JSON?,
    _ schema: ProgramSchema
  ) throws(StepFault) {
    guard step.kind == .writing(.create) else { return }
    let key = key ?? .null
    if Self.hasNullEntry(step["value"] ?? .null, schema) { nullEntries.insert(key) }
    try avoid(
      .nullEntry,
      if: nullEntries.contains(key)
        && (initial.contains(key) || creators[key, default: []].count > 1)
    )
  }

  /// A device puts one collection into a mixed property of an object, and beside it two devices at the most write there.
  private mutating func noteMixed(
    _ value: JSON,
    in step: Step,
    _ key: JSON?,
    on device: String,
    _ schema: ProgramSchema
  ) throws(StepFault) {
    let members: JSONObject = step[.property].map { [$0: value] } ?? value.object ?? [:]
    for definition in schema.classes {
      for (name, value) in members
      where definition.type(of: name)?.scalar == .mixed
        && definition.type(of: name)?.shape == .single
      {
        let key = key ?? .null
        writers[key, default: []].insert(device)
        if let count = value.array?.count ?? value.object?.count {
          try avoid(.emptyMixed, if: count == 0)
          try avoid(.replacedMixed, if: !holders[key, default: []].insert(device).inserted)
        }
        try avoid(.mixedOfThree, if: holders[key] != nil && writers[key, default: []].count > 2)
      }
    }
  }
}

extension ProgramSchema {
  /// Whether a property of that name is a dictionary, in whatever class.
  fileprivate func isDictionary(_ property: String) -> Bool {
    classes.contains { $0.type(of: property)?.shape == .dictionary }
  }

  /// The type of a property of that name which holds embedded objects, in whatever class.
  fileprivate func embeddedType(of property: String) -> PropertyType? {
    classes.lazy.compactMap { $0.type(of: property) }
      .first { isEmbedded($0.className) }
  }
}
