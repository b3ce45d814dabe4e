import Formats
import JSON
import Touchstone

// Steps that change objects.
extension ProgramModel {
  mutating func perform(_ kind: WritingStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .write: try write(step)
    case .create: try change { model throws(StepFault) in try model.create(step) }
    case .set: try change { model throws(StepFault) in try model.set(step) }
    case .add: try change { model throws(StepFault) in try model.add(step) }
    case .put: try change { model throws(StepFault) in try model.put(step) }
    case .remove: try change { model throws(StepFault) in try model.removeElement(step) }
    case .clear: try change { model throws(StepFault) in try model.clear(step) }
    case .delete:
      try change { model throws(StepFault) in model.remove(try model.object(named: step[.object])) }
    case .deleteAll:
      try change { model throws(StepFault) in
        for id in model.objects(of: try model.listedClass(step[.type]).name) { model.remove(id) }
      }
    }
  }

  private mutating func write(_ step: Step) throws(StepFault) {
    if isWriting {
      // What is in a transaction that does not begin is not carried out.
      if step.steps.isEmpty, step[.cancel] == nil { throw .fails(.alreadyInWriteTransaction) }
      throw .invalid
    }
    beginWrite()
    for nested in step.steps where !accepts(nested) { throw .invalid }
    endWrite(isCancelled: step[.cancel] ?? false)
  }

  /// Changes something, which fails outside of a transaction; nothing else may be wrong with it then.
  private mutating func change(_ body: (inout ProgramModel) throws(StepFault) -> Void)
    throws(StepFault)
  {
    if isWriting { return try body(&self) }
    do { try body(&self) } catch { throw .invalid }
    throw .fails(.notInWriteTransaction)
  }

  private mutating func create(_ step: Step) throws(StepFault) {
    let definition = try listedClass(step[.type])
    let id = try make(step[.members] ?? [:], definition.name)
    try bind(.object(id), step)
  }

  private mutating func set(_ step: Step) throws(StepFault) {
    let id = try object(named: step[.object])
    let type = try type(of: step[.property], of: id)
    guard let property = step[.property], let json = step[.value] else { throw .invalid }
    if property == "_id" {
      // Whether the key that it has may be assigned is not specified, and one fault at a time is enough.
      guard let value = try? hold(json, as: type), objects[id]?.values[property] != value else {
        throw .invalid
      }
      throw .fails(.primaryKeyChange)
    }
    let value = try hold(json, as: type)
    removeEmbedded(in: objects[id]?.values[property] ?? .null)
    replace(property, of: id, by: value)
  }

  private mutating func replace(_ property: String, of id: Int, by value: ModelValue) {
    objects[id]?.values[property] = value
  }

  /// The collection that a step is about.
  private func collection(_ step: Step) throws(StepFault) -> (
    id: Int, property: String, type: PropertyType, value: ModelValue
  ) {
    let id = try object(named: step[.object])
    let type = try type(of: step[.property], of: id)
    guard let property = step[.property], type.isCollection,
      let value = objects[id]?.values[property]
    else { throw .invalid }
    return (id, property, type, value)
  }

  private mutating func add(_ step: Step) throws(StepFault) {
    let (id, property, type, value) = try collection(step)
    guard case .list(var elements) = value, let json = step[.value] else { throw .invalid }
    let element = try holdElement(json, as: type)
    if type.shape == .set, elements.contains(element) { return }
    elements.append(element)
    replace(property, of: id, by: .list(elements))
  }

  private mutating func put(_ step: Step) throws(StepFault) {
    let (id, property, type, value) = try collection(step)
    guard let json = step[.value] else { throw .invalid }
    if case .list(let elements) = value, let index = step[.index], index >= elements.count {
      // One fault at a time.
      do { _ = try holdElement(json, as: type) } catch { throw .invalid }
      throw .fails(.indexOutOfRange)
    }
    let element = try holdElement(json, as: type)
    switch (value, type.shape) {
    case (.list(var elements), .list):
      guard let index = step[.index], index >= 0 else { throw .invalid }
      removeEmbedded(in: elements[index])
      elements[index] = element
      replace(property, of: id, by: .list(elements))
    case (.entries(var entries), _):
      guard let key = step[.key], !key.contains("."), !key.hasPrefix("$") else { throw .invalid }
      removeEmbedded(in: entries[key] ?? .null)
      entries[key] = element
      replace(property, of: id, by: .entries(entries))
    default: throw .invalid
    }
  }

  private mutating func removeElement(_ step: Step) throws(StepFault) {
    let (id, property, type, value) = try collection(step)
    switch (value, type.shape) {
    case (.list(var elements), .list):
      guard let index = step[.index], index >= 0 else { throw .invalid }
      guard index < elements.count else { throw .fails(.indexOutOfRange) }
      removeEmbedded(in: elements.remove(at: index))
      replace(property, of: id, by: .list(elements))
    case (.list(let elements), .set):
      guard let json = step[.value] else { throw .invalid }
      let element = try holdElement(json, as: type)
      replace(property, of: id, by: .list(elements.filter { $0 != element }))
    case (.entries(var entries), _):
      guard let key = step[.key] else { throw .invalid }
      guard let entry = entries.removeValue(forKey: key) else { throw .fails(.noSuchKey) }
      removeEmbedded(in: entry)
      replace(property, of: id, by: .entries(entries))
    default: throw .invalid
    }
  }

  private mutating func clear(_ step: Step) throws(StepFault) {
    let (id, property, type, value) = try collection(step)
    removeEmbedded(in: value)
    replace(property, of: id, by: type.shape == .dictionary ? .entries([:]) : .list([]))
  }
}
