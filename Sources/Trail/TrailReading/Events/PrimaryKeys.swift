import JSON

/// By which property the objects of each class are told apart.
package struct PrimaryKeys: Sendable {
  /// What it is called unless a schema or a person says otherwise.
  private let usual = Name("_id")

  private struct Class: Sendable {
    let name: Name
    /// Nil if its objects live in others, and are not told apart.
    let key: Name?
  }

  /// The classes of which they say otherwise.
  private var classes: [PrecomputedHash: Class] = [:]
  private var names: ByteDictionary<Name> = [:]

  /// The keys by which an object is known whose class is not: what it is called usually, in any class, and what a person
  /// named, with the classes that have it.
  package private(set) var ofUnknownClasses: [(key: Name, classes: [String])]

  package init(_ schema: CaseSchema?, _ named: [NamedPrimaryKey] = []) {
    ofUnknownClasses = [(usual, [])]
    for key in named {
      let (className, property) = (Name(key.className), Name(key.property))
      names[key.className] = property
      classes[PrecomputedHash(className.hash)] = Class(name: className, key: property)
      guard property.hash != usual.hash else { continue }
      if let index = ofUnknownClasses.firstIndex(where: { $0.key.hash == property.hash }) {
        ofUnknownClasses[index].classes.append(key.className)
      } else {
        ofUnknownClasses.append((property, [key.className]))
      }
    }
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

  /// The primary key of a class, if it was named.
  package func named(of className: String) -> String? { names[className]?.text }

  /// The primary key of a class that a payload names; nil if it is embedded.
  package func name(of className: ClassName) -> Name? {
    if classes.isEmpty { return usual }
    guard let known = classes[className.hash], className.isSpelled(known.name) else { return usual }
    return known.key
  }
}
