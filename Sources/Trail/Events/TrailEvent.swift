package import JSON

/// One event of a trail for programs that hand it on: who, when, and what was done with which objects.
///
/// It stands where the document was read, and is gone when the next one is.
package struct TrailEvent {
  /// What an event tells of.
  package enum Kind: Sendable, Hashable { case read, write, custom }

  /// The event, without its payload.
  package let document: AuditDocument
  /// Whether all of it could be read.
  package internal(set) var isWhole = true
  /// What it tells of.
  package let kind: Kind
  private let payload: Payload?
  private let text: Value?
  private let primaryKeys: PrimaryKeys

  init(
    _ document: AuditDocument,
    kind: Kind,
    payload: Payload?,
    text: Value?,
    _ primaryKeys: PrimaryKeys
  ) {
    (self.document, self.kind, self.payload) = (document, kind, payload)
    (self.text, self.primaryKeys) = (text, primaryKeys)
  }

  /// What a custom event says; nil where it says nothing, and for other events.
  package var data: String? { kind == .custom ? text?.string : nil }

  /// What was done with which objects, class by class in the order of the payload.
  ///
  /// Deletions come before insertions: a key that is in both was deleted first.
  package var accesses: [ObjectAccess] {
    var accesses: [ObjectAccess] = []
    for objects in payload?.classes ?? [] {
      let name = objects.className
      func note(_ action: ObjectAccess.Action, _ object: Value, _ new: Value? = nil) {
        accesses.append(ObjectAccess(name, action, object, newValue: new, primaryKeys))
      }
      for object in objects.read { note(.read, object) }
      for object in objects.deletions { note(.delete, object) }
      for change in objects.modifications { note(.update, change.oldValue, change.newValue) }
      for object in objects.insertions { note(.create, object) }
    }
    return accesses
  }
}

/// What was done with one object in an event.
package struct ObjectAccess {
  /// What can be done with an object.
  package enum Action: String, Sendable, CaseIterable { case read, delete, update, create }

  /// The class of the object.
  package let className: String
  /// What was done with it.
  package let action: Action
  /// The object as it was seen, at the end as it was created, before it was changed or deleted.
  private let object: Value
  private let changes: Value?
  private let primaryKeys: PrimaryKeys

  fileprivate init(
    _ className: String,
    _ action: Action,
    _ object: Value,
    newValue: Value?,
    _ primaryKeys: PrimaryKeys
  ) {
    (self.className, self.action, self.object) = (className, action, object)
    (changes, self.primaryKeys) = (newValue, primaryKeys)
  }

  /// The primary key as text; nil for what has none.
  package var key: String? { object.keyText(primaryKeys.name(of: className)) }

  /// The object as it was seen, at the end as it was created, before it was changed or deleted.
  package var value: JSON { object.json }

  /// What became of the properties that changed; nil unless some did.
  package var newValue: JSON? { changes?.json }

  /// The names of the properties that changed.
  package var changedProperties: [String] {
    changes?.members.map(\.name) ?? []
  }

  /// Whether the object has a property.
  package func has(_ property: MemberName) -> Bool { object[property.name] != nil }

  /// The keys of the objects that a property links to, before and after a change, each once.
  package func keys(linkedBy property: MemberName, to className: String) -> [String] {
    let target = primaryKeys.name(of: className)
    var keys: [String] = []
    for link in [object[property.name], changes?[property.name]].compactMap(\.self) {
      for key in link.isArray ? link.children.map({ $0 }) : [link] {
        let text = key.isObject ? key.keyText(target) : key.scalarText
        if let text, !keys.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
          keys.append(text)
        }
      }
    }
    return keys
  }
}

/// A name that members of objects are looked up by, made once and used for many events.
package struct MemberName: Sendable {
  let name: Name

  /// The name of that text.
  package init(_ text: String) { name = Name(text) }
}

extension Value {
  fileprivate func keyText(_ name: Name) -> String? { self[name]?.scalarText }

  /// The text of a key; nil for what cannot be one.
  fileprivate var scalarText: String? {
    isNull || isObject || isArray ? nil : string ?? json.text()
  }
}
