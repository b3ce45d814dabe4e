import Formats
import Touchstone

extension ProgramSchema {
  /// Whether every embedded class is held by one that is not, perhaps within others: a realm refuses a schema otherwise.
  var holdsEmbedded: Bool { classes.allSatisfy { heldClasses.contains($0.name) } }

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
