package import Formats
package import JSON

/// What an event tells of one object where it stands: that it was seen, created, changed or deleted.
///
/// Checks, answers, databases and exports take what they say of objects from here.
package struct ObjectAct {
  /// What became of the object; all words for it are made from these.
  package enum Kind: Sendable, CaseIterable { case seen, deleted, changed, created }

  /// The object in whose expanded link it was seen.
  package struct Owner {
    package let className: String
    package let key: Value?
    /// The property of the link.
    package let property: String
  }

  /// What became of it.
  package let kind: Kind
  /// Nil if it is an expanded link of a class that is not known.
  package let className: String?
  /// The classes that it may be of where its class is not known; any if there are none.
  package var possibleClasses: [String] = []
  /// Its primary key; nil if it has none, or is not written as an object.
  package let key: Value?
  /// As it was seen, was created, was before a change, or was before its deletion.
  package let object: Value
  /// The properties that changed.
  package var newValue: Value?
  /// Where it was seen, if that was within another object.
  package var owner: Owner?
}

/// Takes payloads apart into what they say of each object, those in expanded links included.
package struct ObjectActs {
  private let schema: CaseSchema?
  private let keys: PrimaryKeys
  private let mixed: MixedClasses

  package init(_ schema: CaseSchema?, _ named: [NamedPrimaryKey] = [], _ edition: Edition) {
    self.schema = schema
    keys = PrimaryKeys(schema, named)
    mixed = MixedClasses(schema, keys, edition)
  }

  /// The primary key of a class.
  package func key(of className: String) -> Name { keys.name(of: className) }

  /// Hands on what is said of each object, one after the other, those within others included unless only the payload's own
  /// are asked for: a payload may have millions.
  package func forEachAct(
    of payload: Payload,
    includesExpanded: Bool = true,
    _ body: (ObjectAct) -> Void
  ) {
    for objects in payload.eachClass {
      let name = objects.className
      let keyName = keys.name(of: name)
      objects.forEachAct { kind, object, newValue in
        let key = object[keyName]
        body(ObjectAct(kind: kind, className: name, key: key, object: object, newValue: newValue))
        // What a write holds was not shown to a user.
        if kind == .seen, includesExpanded { addExpanded(in: object, name, key, depth: 0, body) }
      }
    }
  }

  // MARK: Expanded links

  private func addExpanded(
    in object: Value,
    _ className: String?,
    _ key: Value?,
    depth: Int,
    _ body: (ObjectAct) -> Void
  ) {
    guard depth < 32, object.isObject else { return }
    let description = className.flatMap { schema?.classes[$0] }
    for member in object.children where member.isObject || member.isArray {
      let name = member.name
      let owner = ObjectAct.Owner(className: className ?? "", key: key, property: name)
      guard let description else {
        addUnknown(member, owner, depth: depth, body)
        continue
      }
      guard let type = description.properties[name] else { continue }
      guard let target = type.className else {
        if type.scalar == .mixed { addUnknown(member, owner, depth: depth, body) }
        continue
      }
      if !type.isCollection {
        add(member, target, owner, depth: depth, body)
      } else {
        for value in member.children { add(value, target, owner, depth: depth, body) }
      }
    }
  }

  private func add(
    _ value: Value,
    _ className: String,
    _ owner: ObjectAct.Owner,
    depth: Int,
    _ body: (ObjectAct) -> Void
  ) {
    guard value.isObject else { return }
    if schema?.classes[className]?.isEmbedded ?? false {
      // An embedded object belongs to the one that holds it.
      return addExpanded(in: value, className, owner.key, depth: depth + 1, body)
    }
    let key = value[keys.name(of: className)]
    body(
      ObjectAct(kind: .seen, className: className, key: key, object: value, owner: owner)
    )
    addExpanded(in: value, className, key, depth: depth + 1, body)
  }

  /// Adds what stands where nothing says which class is linked to, as in a mixed value.
  ///
  /// The members of the object tell its class if there is a schema (LINK-19), and otherwise it is a dictionary. Without a schema,
  /// what has an `_id`, or a key that a person named, is taken for an expanded link.
  private func addUnknown(
    _ value: Value,
    _ owner: ObjectAct.Owner,
    depth: Int,
    _ body: (ObjectAct) -> Void
  ) {
    guard depth < 32 else { return }
    let possible = value.isObject ? mixed.classes(of: value) : []
    if possible.count == 1 { return add(value, possible[0], owner, depth: depth, body) }
    for (key, names) in Dictionary(grouping: possible, by: { ByteKey(keys.name(of: $0).text) })
      .sorted(by: { $0.key < $1.key })
    {
      let key = value[Name(key.text)]
      body(
        ObjectAct(
          kind: .seen,
          className: nil,
          possibleClasses: names,
          key: key,
          object: value,
          owner: owner
        )
      )
    }
    if !possible.isEmpty { return addExpanded(in: value, nil, value[.id], depth: depth + 1, body) }
    // An object of no class of the schema is a dictionary.
    let links =
      value.isObject && schema == nil
      ? keys.ofUnknownClasses.filter { value[$0.key] != nil } : []
    for link in links {
      body(
        ObjectAct(
          kind: .seen,
          className: nil,
          possibleClasses: link.classes,
          key: value[link.key],
          object: value,
          owner: owner
        )
      )
    }
    if let link = links.first {
      return addExpanded(in: value, nil, value[link.key], depth: depth + 1, body)
    }
    for element in value.children where element.isObject || element.isArray {
      addUnknown(element, owner, depth: depth + 1, body)
    }
  }
}

extension Value {
  /// The text of a primary key, as people write it.
  package var keyText: String {
    if isString { return string ?? "" }
    // Most other keys are integers, which have one spelling.
    return integer.map(String.init) ?? json.whole.text()
  }
}

extension JSON {
  /// The integer that a number with a fraction of zero is (WRITE-41): 5.0 is 5, and -0.0 is 0; anything else is what it is.
  package var whole: JSON {
    if case .double(let number) = self, let whole = Int64(exactly: number) { return .int(whole) }
    return self
  }
}
