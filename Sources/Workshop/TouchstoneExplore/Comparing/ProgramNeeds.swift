import Formats
import JSON
import Touchstone

extension Case {
  /// The optional features that it uses in a class.
  func usedFeatures(in conformanceClass: ConformanceClass) -> [String] {
    let steps = (given + steps).flatMap(\.withNested)
    var needs = Set(steps.compactMap { $0.kind?.entry(in: conformanceClass).needs })
    if conformanceClass == .mobilePlatform { needs.formUnion(MobileLimits.needs(of: self)) }
    if configuration["representations"]?.object?.isEmpty == false {
      needs.insert(.customRepresentation)
    }
    if configuration[.eventConfiguration]?[.maxPartitionBytes] != nil {
      needs.insert(.rotation)
    }
    if !conformanceClass.isAboutSync { needs.formUnion(schema.features) }
    let types = schema.classes.flatMap(\.properties).map { ($0.name, $0.type) }
    let mixed = Dictionary(types.filter { $0.1?.scalar == .mixed }) { first, _ in first }
    for step in steps {
      guard let value = step["value"] else { continue }
      if let name = step[.property], let type = mixed[name] {
        needs.formUnion(
          Self.needs(of: value, type?.isCollection ?? false && step.kind == .writing(.set))
        )
      }
      needs.formUnion(Self.needs(within: value, mixed))
    }
    return needs.map(\.rawValue).sorted()
  }

  /// What the mixed properties of new objects hold.
  private static func needs(within json: JSON, _ mixed: [String: PropertyType?]) -> Set<Feature> {
    var needs: Set<Feature> = []
    for element in json.array ?? [] { needs.formUnion(Self.needs(within: element, mixed)) }
    for (name, value) in json.object ?? [:] {
      if let type = mixed[name] {
        needs.formUnion(Self.needs(of: value, type?.isCollection ?? false))
      } else {
        needs.formUnion(Self.needs(within: value, mixed))
      }
    }
    return needs
  }

  /// What a mixed value is, or the values are that a collection of them has.
  private static func needs(of value: JSON, _ isCollection: Bool) -> Set<Feature> {
    if isCollection, let elements = value.array ?? value.object?.map(\.value), value["$ref"] == nil
    {
      return elements.reduce(into: []) { $0.formUnion(needs(of: $1, false)) }
    }
    switch value {
    case .array: return [.mixedCollections]
    case .object(let members):
      if members["$ref"] != nil { return [.mixedLinks] }
      return ExtendedValue(value) == nil ? [.mixedCollections] : []
    default: return []
    }
  }
}
