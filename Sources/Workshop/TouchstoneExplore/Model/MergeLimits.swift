import Formats
import JSON
import Touchstone

/// What was done to the objects at a path, as far as merging leaves open what comes of it ("What is open"): programs keep
/// clear of that.
struct MergeLimits {
  /// The devices that have put a list or dictionary into the mixed property of an object.
  private var holders: [JSON: Set<String>] = [:]
  /// Those that have put anything there.
  private var writers: [JSON: Set<String>] = [:]
  /// The devices that have created an object.
  private var creators: [JSON: Set<String>] = [:]
  /// The objects that a device has assigned an embedded object, or has taken one away from.
  private var embedding: Set<JSON> = []
  /// The devices that have put null in place of an embedded object in a dictionary, or have deleted an embedded object.
  private var emptying: Set<String> = []

  /// Takes note of a transaction, unless it is open what comes of it.
  ///
  /// - Parameters:
  ///   - steps: what is done in it.
  ///   - walk: what names stand for.
  ///   - device: where.
  ///   - schema: the classes.
  /// - Returns: false if it is open.
  mutating func allow(
    _ steps: [Step],
    _ walk: ProgramWalk,
    on device: String,
    _ schema: ProgramSchema
  ) -> Bool {
    var made: Set<String> = []
    var types: Set<String> = []
    var targets: Set<JSON> = []
    for step in steps {
      let name = step["object"]?.string ?? ""
      // What becomes of an object after its creation counts as a whole, or step by step.
      if made.contains(name) { return false }
      let key = step.kind == .writing(.create) ? step["value"]?["_id"] : walk.primaryKey(of: name)
      switch step.kind {
      case .writing(.create):
        if let name = step.boundName { made.insert(name) }
        types.insert(step[.type] ?? "")
        step["value"]?.forEachLink { targets.insert(walk.primaryKey(of: $0) ?? .string($0)) }
      case .writing(.delete):
        if targets.contains(key ?? .string(name)) { return false }
      case .writing(.deleteAll):
        if types.contains(step[.type] ?? "") || !targets.isEmpty { return false }
      default: break
      }
      guard allowEmbedded(step, key, on: device, schema) else { return false }
      guard let value = step["value"] else { continue }
      guard allowMixed(value, in: step, key, on: device, schema) else { return false }
    }
    return true
  }

  /// Takes note of an object that the server has from the beginning, unless it is open what comes of it.
  mutating func allow(initial object: JSON, _ schema: ProgramSchema) -> Bool {
    let step = Step(["do": "create", "value": object])
    return allowMixed(object, in: step, object["_id"], on: "", schema)
  }

  /// Where three devices create an object, none of them assigns or deletes an embedded object in it; and no device puts one
  /// into a dictionary after null, or takes an entry away then.
  private mutating func allowEmbedded(
    _ step: Step,
    _ key: JSON?,
    on device: String,
    _ schema: ProgramSchema
  ) -> Bool {
    if step.kind == .writing(.create) {
      creators[key ?? .null, default: []].insert(device)
    } else if step.kind == .writing(.delete), key?.isNull ?? true {
      // Of which object it was is not known here.
      emptying.insert(device)
      if creators.values.contains(where: { $0.count > 2 }) { return false }
    } else if let type = schema.embeddedType(of: step[.property] ?? "") {
      embedding.insert(key ?? .null)
      if type.shape == .dictionary, step["value"] == .null {
        emptying.insert(device)
      } else if type.shape == .dictionary, emptying.contains(device) {
        if step.kind != .writing(.clear) { return false }
      }
    }
    guard creators[key ?? .null, default: []].count > 2 else { return true }
    return !embedding.contains(key ?? .null) && emptying.isEmpty
  }

  /// A device puts one collection into a mixed property of an object, which is not empty, and beside it two devices at the
  /// most write there.
  private mutating func allowMixed(
    _ value: JSON,
    in step: Step,
    _ key: JSON?,
    on device: String,
    _ schema: ProgramSchema
  ) -> Bool {
    let members: JSONObject = step[.property].map { [$0: value] } ?? value.object ?? [:]
    for definition in schema.classes {
      for (name, value) in members
      where definition.type(of: name)?.scalar == .mixed
        && definition.type(of: name)?.shape == .single
      {
        let key = key ?? .null
        writers[key, default: []].insert(device)
        if let count = value.array?.count ?? value.object?.count,
          count == 0 || !holders[key, default: []].insert(device).inserted
        {
          return false
        }
        if holders[key] != nil, writers[key, default: []].count > 2 { return false }
      }
    }
    return true
  }
}

extension ProgramSchema {
  /// The type of a property of that name which holds embedded objects, in whatever class.
  fileprivate func embeddedType(of property: String) -> PropertyType? {
    classes.lazy.compactMap { $0.type(of: property) }
      .first { $0.className.flatMap { self[$0] }?.isEmbedded ?? false }
  }
}
