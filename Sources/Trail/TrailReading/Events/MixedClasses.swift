package import Formats

/// The classes of a schema that an object in a mixed value can be of: only its members tell (LINK-19).
package struct MixedClasses: Sendable {
  private struct Class: Sendable {
    let name: String
    let key: Name
    /// Whether its keys are numbers.
    let hasNumbers: Bool
    /// All properties, and whether every object has each.
    let properties: [(name: Name, isRequired: Bool)]
    /// Whether something else may stand for its objects, so that their members tell nothing.
    let isFree: Bool
  }

  private let classes: [Class]

  /// Without a schema there are none.
  package init(_ schema: CaseSchema?, _ keys: PrimaryKeys, _ edition: Edition) {
    let all = schema.map { SchemaClasses($0, edition: edition).all } ?? []
    classes = all.filter { !$0.isEmbedded }.map { known in
      Class(
        name: known.name,
        key: keys.name(of: known.name),
        hasNumbers: known.keyType == .int,
        properties: zip(known.names, known.properties).map { ($0, $1.isRequired) },
        isFree: known.hasRepresentation
      )
    }
  }

  /// The classes of which an object has a key of its type, all required properties and no others.
  package func classes(of object: Value) -> [String] {
    let count = object.children.count
    return classes.filter { known in
      guard let key = object[known.key] else { return false }
      if known.isFree { return true }
      guard key.isNull || key.isString != known.hasNumbers else { return false }
      var found = 0
      for property in known.properties {
        if object[property.name] != nil {
          found += 1
        } else if property.isRequired {
          return false
        }
      }
      return found == count
    }.map(\.name)
  }
}
