import Formats
import JSON
import Touchstone

extension ProgramSchema {
  /// Whether every embedded class is held by one that is not, perhaps within others: a realm refuses a schema otherwise.
  var holdsEmbedded: Bool { heldClasses.isSuperset(of: classes.map(\.name)) }

  /// Whether an object has every value that it has to have, and so have those that are embedded in it.
  func isWhole(_ object: JSON, of className: String) -> Bool {
    (self[className]?.properties ?? []).allSatisfy { property in
      guard let type = property.type else { return false }
      guard let value = object[property.name], !value.isNull else {
        return type.isCollection || type.isOptional || type.scalar == .mixed
      }
      return !isEmbedded(type.className)
        || type.elements(of: value).allSatisfy { $0.isNull || isWhole($0, of: type.base) }
    }
  }

  /// The names of the classes that are not embedded, and of all that they hold.
  var heldClasses: Set<String> {
    var held = Set(classes.filter { !$0.isEmbedded }.map(\.name))
    var found = held
    while !found.isEmpty {
      let targets = found.flatMap { name in
        self[name]?.properties.compactMap { $0.type?.className } ?? []
      }
      found = Set(targets).subtracting(held)
      held.formUnion(found)
    }
    return held
  }
}

extension PropertyType {
  /// What is in a value of it: its elements, or the value itself.
  func elements(of value: JSON) -> [JSON] {
    shape == .dictionary ? (value.object ?? [:]).map(\.value) : value.array ?? [value]
  }
}
