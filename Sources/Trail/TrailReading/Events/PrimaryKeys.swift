package import Formats
import JSON

/// By which property the objects of each class are told apart.
package struct PrimaryKeys: Sendable {
  /// What it is called unless a schema says otherwise.
  private let usual = Name("_id")

  private struct Class: Sendable {
    package let name: Name
    /// Nil if its objects live in others, and are not told apart.
    package let key: Name?
  }

  /// The classes of which a schema says otherwise.
  private var classes: [PrecomputedHash: Class] = [:]
  private var names: ByteDictionary<Name> = [:]

  package init(_ schema: CaseSchema?) {
    for (name, description) in schema?.classes ?? [:] {
      let key = description.primaryKey.map(Name.init) ?? usual
      if key.hash != usual.hash { names[name] = key }
      guard description.isEmbedded || key.hash != usual.hash else { continue }
      let name = Name(name)
      classes[PrecomputedHash(name.hash)] = Class(
        name: name,
        key: description.isEmbedded ? nil : key
      )
    }
  }

  /// The primary key of a class.
  package func name(of className: String) -> Name {
    names.isEmpty ? usual : names[className] ?? usual
  }

  /// The primary key of a class that a payload names; nil if it is embedded.
  package func name(of className: ClassName) -> Name? {
    if classes.isEmpty { return usual }
    guard let known = classes[className.hash], className.isSpelled(known.name) else { return usual }
    return known.key
  }
}
