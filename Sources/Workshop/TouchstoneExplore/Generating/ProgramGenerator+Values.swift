import Formats
import JSON
import Touchstone

/// Values for properties, by their types: the same for programs of all classes but for what a plain value is and what can
/// be linked to.
extension ProgramGenerator {
  /// A value that a property takes; nil if nothing is there that it could hold.
  mutating func value(of type: PropertyType, _ property: String, depth: Int = 0) -> JSON? {
    switch type.shape {
    case .single: return element(of: type, property, depth: depth)
    case .list, .set:
      var elements: [JSON] = []
      for _ in 0..<(random.pick([0, 1, 1, 2, 2, 3]) ?? 1) {
        guard let element = element(of: type, property, depth: depth) else { continue }
        if type.shape == .list || Topic.repeatsElements || !elements.contains(element) {
          elements.append(element)
        }
      }
      return .array(elements)
    case .dictionary:
      var members: JSONObject = [:]
      for _ in 0..<(random.pick([0, 1, 1, 2, 3]) ?? 1) {
        members[entryKey()] = element(of: type, property, depth: depth)
      }
      return .object(members)
    case .linkingObjects: return nil
    }
  }

  mutating func entryKey() -> String { random.pick(Topic.entryKeys) ?? "k" }

  /// A value of an element, or of a property that holds one.
  mutating func element(of type: PropertyType, _ property: String, depth: Int = 0) -> JSON? {
    if type.isOptional, random.chance(type.isObject && type.shape == .single ? 8 : 22) {
      return .null
    }
    guard let className = type.className else { return Topic.plain(type, of: property, &self) }
    guard limits.schema.isEmbedded(className) else {
      return Topic.link(to: className, of: property, &self)
    }
    if depth > 2 { return type.isOptional ? .some(.null) : .none }
    return members(of: className, depth: depth + 1).map(JSON.object)
  }

  /// The members of a new object.
  mutating func members(
    of className: String,
    in schema: ProgramSchema? = nil,
    key: JSON? = nil,
    depth: Int = 0
  ) -> JSONObject? {
    guard let definition = (schema ?? limits.schema)[className] else { return nil }
    var members: JSONObject = [:]
    for property in definition.properties {
      guard let type = property.type, type.shape != .linkingObjects else { continue }
      if property.name == definition.primaryKey {
        members[property.name] = key ?? Topic.key(of: className, &self)
        continue
      }
      let mayBeLeftOut = type.isCollection || type.isOptional || type.scalar == .mixed
      if mayBeLeftOut, random.chance(type.isObject ? 15 : 30) { continue }
      if let value = value(of: type, property.name, depth: depth) { members[property.name] = value }
    }
    return members
  }
}
