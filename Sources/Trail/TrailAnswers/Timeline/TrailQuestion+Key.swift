import Formats
import JSON
import TrailReading

// A key may be given in several spellings; the class that is asked for has one of them.

extension TrailQuestion {
  /// Settles which values the keys of the objects are: by the schema, or else by what their classes have in the trail.
  ///
  /// A value that cannot be a key of the class is refused: the answer would be that no user has seen the object.
  mutating func settleKeys(in inputs: [TrailInput]) throws(TrailError) -> [String] {
    var open: [(index: Int, other: ObjectName?)] = []
    for (index, name) in objects.enumerated() {
      if let type = schema?.keyType(of: name.className) {
        objects[index] = try name.settled(as: type)
        continue
      }
      let other = IdentifierSpelling(name.key).flatMap {
        $0.text == name.key ? nil : name.respelled($0.text)
      }
      if name.form == .either || other != nil { open.append((index, other)) }
    }
    guard !open.isEmpty else { return [] }
    guard inputs.allSatisfy(\.canBeReadAgain) else {
      var remarks: [String] = []
      for name in open { remarks += try unsettled(objects[name.index], name.other) }
      return remarks
    }
    let forms = try forms(of: open.map { objects[$0.index] }, in: inputs)
    var remarks: [String] = []
    for (name, forms) in zip(open, forms) {
      remarks += Self.settle(&objects[name.index], name.other, as: forms)
    }
    return remarks
  }

  private static func settle(
    _ object: inout ObjectName,
    _ other: ObjectName?,
    as forms: Set<ObjectName.Form>
  ) -> [String] {
    let name = object
    if forms.isEmpty, let other {
      object = other
      return [
        "the key is taken for \(other.key.quoted): no key of the class is written as it was given"
      ]
    }
    object.form = forms == [.text] ? .text : .literal
    guard forms.count == 2 else { return [] }
    return [
      "the class has the number \(name.key) and the text \"\(name.key)\" as keys; this is the "
        + "number, and --object '\(name.className)/\"\(name.key)\"' asks for the text"
    ]
  }

  /// In which forms its class has each key; where it never has it, those of objects whose class is not known.
  private func forms(
    of names: [ObjectName],
    in inputs: [TrailInput]
  ) throws(TrailError) -> [Set<ObjectName.Form>] {
    var open = TrailQuestion()
    (open.edition, open.schema, open.objects, open.jobs) = (edition, schema, names, jobs)
    open.primaryKeys = primaryKeys
    var ofClass = names.map { _ in Set<ObjectName.Form>() }
    var others = ofClass
    var events = WantedEvents(open)
    try events.forEach(in: inputs) { event in
      event.forEachAct { act in
        for (index, name) in names.enumerated() where act.isAbout(name) {
          guard let form = act.key.flatMap(name.form) else { continue }
          if act.className == nil {
            others[index].insert(form)
          } else {
            ofClass[index].insert(form)
          }
        }
      }
    }
    return zip(ofClass, others).map { $0.isEmpty ? $1 : $0 }
  }

  /// What can be read only once is not asked which spelling it has.
  private func unsettled(
    _ name: ObjectName,
    _ other: ObjectName?
  ) throws(TrailError) -> [String] {
    if let other {
      throw TrailError(
        "\(name.key) may be \(other.key.quoted) or the text as it is given, and standard input can be read only once: "
          + "give --schema or a file"
      )
    }
    return [
      "standard input can be read only once: the number \(name.key) and the text \"\(name.key)\" are taken for one key"
    ]
  }
}

extension ObjectName {
  /// The object with its key as a type has it.
  fileprivate func settled(as type: PropertyType) throws(TrailError) -> ObjectName {
    var name = self
    if isNull, type.isOptional {
      name.form = .literal
      return name
    }
    switch type.scalar {
    case .string: name.form = .text
    case .int:
      guard isInteger else { throw refusal("an int") }
      name.form = .literal
    case .objectId, .uuid:
      guard let identifier = IdentifierSpelling(key), identifier.type == type.scalar else {
        throw refusal(type.scalar == .uuid ? "a UUID" : "an objectId")
      }
      return respelled(identifier.text)
    default: break
    }
    return name
  }

  private func refusal(_ type: String) -> TrailError {
    TrailError(
      "\(key.quoted) cannot be a key of class \(className.quoted): the schema says that the key is \(type)"
    )
  }
}

extension CaseSchema {
  /// The type of the primary key of a class, if both are known.
  fileprivate func keyType(of className: String) -> PropertyType? {
    classes[className]?.keyProperty.flatMap { $0.scalar == nil ? nil : $0 }
  }
}
