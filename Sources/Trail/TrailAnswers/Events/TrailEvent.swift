package import JSON
package import TrailReading

/// One event of a trail for programs that hand it on: who, when, and what was done with which objects.
///
/// It stands where the document was read, and is gone when the next one is.
package struct TrailEvent {
  /// The event, without its payload.
  package let document: AuditDocument
  /// Whether all of it could be read.
  package internal(set) var isWhole = true
  /// What it tells of.
  package let kind: Document.Kind
  /// What it says of objects, and who takes that apart; nil for custom events.
  private let objects: (payload: Payload, acts: ObjectActs)?
  private let text: Value?

  init(
    _ document: AuditDocument,
    kind: Document.Kind,
    objects: (payload: Payload, acts: ObjectActs)?,
    text: Value?
  ) {
    (self.document, self.kind, self.objects, self.text) = (document, kind, objects, text)
  }

  /// Hands on what was done with each object, class by class in the order of the payload: there may be millions, so they are
  /// not kept.
  package func forEachAct(_ body: (ObjectAct) -> Void) {
    guard let objects else { return }
    objects.acts.forEachAct(of: objects.payload, includesExpanded: false, body)
  }

  /// Whether it says nothing of any object.
  package var isEmpty: Bool { objects?.payload.eachClass.allSatisfy(\.isEmpty) ?? true }

  /// What a custom event says; nil where it says nothing, and for other events.
  package var data: String? { text?.string }
}

// What programs that hand events on ask of what was done with an object.
extension ObjectAct {
  /// The class; empty where it is not known, which it always is of what an event names itself.
  package var name: String { className ?? "" }

  /// The primary key as text; nil for what has none.
  package var keyText: String? { key?.scalarText }

  /// The object as it was seen, at the end as it was created, before it was changed or deleted.
  package var value: JSON { object.json }

  /// What became of the properties that changed; nil unless some did.
  package var changedValues: JSON? { newValue?.json }

  /// The names of the properties that changed.
  package var changedProperties: [String] { newValue?.members.map(\.name) ?? [] }

  /// Whether the object has a property.
  package func has(_ property: Name) -> Bool { object[property] != nil }

  /// The keys of the objects that a property links to, before and after a change, each once, if expanded links have their
  /// key under that name.
  package func keys(linkedBy property: Name, whoseKeyIs target: Name) -> [String] {
    var keys: [String] = []
    for link in [object[property], newValue?[property]].compactMap(\.self) {
      for key in link.isArray ? link.children.map({ $0 }) : [link] {
        let text = key.isObject ? key[target]?.scalarText : key.scalarText
        if let text, !keys.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
          keys.append(text)
        }
      }
    }
    return keys
  }
}

extension Value {
  /// The text of a key; nil for what cannot be one.
  fileprivate var scalarText: String? {
    isNull || isObject || isArray ? nil : keyText
  }
}
