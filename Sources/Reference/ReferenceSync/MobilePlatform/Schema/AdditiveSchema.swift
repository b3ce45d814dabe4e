import ReferenceRealm

/// The classes of a realm that is shared: they only ever grow, so that tables and columns keep their places.
extension [ObjectSchema] {
  /// These classes with those of another schema: what is new comes last.
  ///
  /// - Throws: `incompatibleSchema`, with a line for each property that both have in different ways.
  func adding(_ others: [ObjectSchema]) throws(SyncError) -> [ObjectSchema] {
    var union = self
    var conflicts: [String] = []
    for other in others {
      guard let index = union.firstIndex(where: { $0.name == other.name }) else {
        union.append(other)
        continue
      }
      conflicts += union[index].conflicts(with: other)
      let known = Set(union[index].properties.map(\.name))
      union[index].properties += other.properties.filter { !known.contains($0.name) }
    }
    guard conflicts.isEmpty else {
      throw SyncError(
        .incompatibleSchema,
        (["The following changes cannot be made in additive-only schema mode:"]
          + conflicts.map { "- \($0)" }).joined(separator: "\n")
      )
    }
    return union
  }
}

extension ObjectSchema {
  /// What can't be changed by adding something.
  fileprivate func conflicts(with other: ObjectSchema) -> [String] {
    var conflicts: [String] = []
    if isEmbedded != other.isEmbedded {
      conflicts.append("Class '\(name)' has been changed.")
    }
    if primaryKey != other.primaryKey {
      conflicts.append("Primary Key for class '\(name)' has been changed.")
    }
    for property in other.properties {
      guard let present = properties.first(where: { $0.name == property.name }),
        present.type != property.type
      else { continue }
      conflicts.append(
        "Property '\(name).\(property.name)' has been changed from '\(present.type)' to '\(property.type)'."
      )
    }
    return conflicts
  }
}
