import Formats
import Touchstone

extension ProgramSchema {
  /// Whether every embedded class is held by one that is not, perhaps within others: a realm refuses a schema otherwise.
  var holdsEmbedded: Bool {
    var held = Set(classes.filter { !$0.isEmbedded }.map(\.name))
    var found = held
    while !found.isEmpty {
      let targets = found.flatMap { name in
        self[name]?.properties.compactMap { $0.type?.className } ?? []
      }
      found = Set(targets).subtracting(held)
      held.formUnion(found)
    }
    return classes.allSatisfy { held.contains($0.name) }
  }
}
