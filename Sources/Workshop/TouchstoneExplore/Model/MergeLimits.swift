import Formats
import JSON
import Touchstone

/// What was done to the objects at a path, as far as programs keep clear of it: what merging leaves open ("What is open"),
/// and embedded objects and links around a key that is used twice, which MERGE-7 and MERGE-20 decide and cases show.
struct MergeLimits {
  /// Every key that an object has had.
  var keys: Set<JSON> = []
  /// The keys of objects that were deleted.
  private(set) var deleted: Set<JSON> = []
  /// Whether a key was given to a second object while the first one was there.
  private(set) var sharesKeys = false
  /// Whether an embedded object was put into an object that was there.
  private(set) var putsEmbedded = false
  /// Whether a link was set.
  private(set) var setsLinks = false
  /// Whether an object was created again in another transaction than the one that deleted it.
  private(set) var createsAgain = false
  /// The devices that have put a list or dictionary into the mixed property of an object.
  private var holders: [JSON: Set<String>] = [:]
  /// Those that have put anything there.
  private var writers: [JSON: Set<String>] = [:]

  /// Takes note of a transaction, unless it is open what comes of it.
  ///
  /// - Parameters:
  ///   - steps: what is done in it.
  ///   - objects: the keys of the objects that have names.
  ///   - device: where.
  ///   - schema: the classes.
  /// - Returns: false if it is open.
  mutating func allow(
    _ steps: [Step],
    of objects: [String: JSON],
    on device: String,
    _ schema: ProgramSchema
  ) -> Bool {
    var made: Set<String> = []
    var types: Set<String> = []
    var gone: Set<JSON> = []
    for step in steps {
      let name = step["object"]?.string ?? ""
      // What becomes of an object after its creation counts as a whole, or step by step.
      if made.contains(name) { return false }
      let key = step.kind == .writing(.create) ? step["value"]?["_id"] : objects[name]
      switch step.kind {
      case .writing(.create):
        if let name = step.boundName { made.insert(name) }
        types.insert(step[.type] ?? "")
        if step[.type] == MobileApp.widget, let key { create(key, gone) }
      case .writing(.delete):
        if let key, !key.isNull { (gone, deleted) = (gone.union([key]), deleted.union([key])) }
      case .writing(.deleteAll):
        if types.contains(step[.type] ?? "") { return false }
        if step[.type] == MobileApp.widget { (gone, deleted) = (keys, keys) }
      default: break
      }
      guard let value = step["value"] else { continue }
      value.forEachLink { _ in setsLinks = true }
      guard allowMixed(value, in: step, key, on: device, schema) else { return false }
    }
    return !(sharesKeys && putsEmbedded) && !(setsLinks && createsAgain)
  }

  mutating func putEmbedded() { putsEmbedded = true }

  private mutating func create(_ key: JSON, _ gone: Set<JSON>) {
    if keys.insert(key).inserted || gone.contains(key) { return }
    if deleted.contains(key) { createsAgain = true } else { sharesKeys = true }
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
