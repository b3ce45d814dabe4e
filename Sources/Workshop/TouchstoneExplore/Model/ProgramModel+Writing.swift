import Formats
import JSON
import Touchstone

// Steps that change objects.
extension ProgramModel {
  mutating func perform(_ kind: WritingStep, _ step: Step) throws(StepFault) {
    if kind == .write { return try write(step) }
    do { try change(kind, step) } catch {
      // Outside of a transaction a change fails, and nothing else may be wrong with it then.
      throw isWriting ? error : .open(.oneFault)
    }
    if !isWriting { throw .fails(.notInWriteTransaction) }
  }

  private mutating func write(_ step: Step) throws(StepFault) {
    if isWriting {
      // What is in a transaction that does not begin is not carried out.
      if step.steps.isEmpty, step[.cancel] == nil { throw .fails(.alreadyInWriteTransaction) }
      throw .invalid
    }
    beginWrite()
    try allow(step.steps)
    endWrite(isCancelled: step[.cancel] ?? false)
  }

  private mutating func change(_ kind: WritingStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .write: break
    case .create:
      let id = try make(step[.members] ?? [:], try listedClass(step[.type]).name)
      try bind(.object(id), step)
    case .delete: remove(try object(named: step[.object]))
    case .deleteAll: for id in objects(of: try listedClass(step[.type]).name) { remove(id) }
    case .set, .add, .put, .remove, .clear:
      let id = try object(named: step[.object])
      let type = try type(of: step[.property], of: id)
      guard let property = step[.property], let old = objects[id]?.values[property] else {
        throw .invalid
      }
      let new = try changed(old, kind, step, type)
      objects[id]?.values[property] = new
    }
  }

  /// What a property holds once a step has changed it; the embedded objects that were there before and are not any more are
  /// gone.
  private mutating func changed(
    _ old: ModelValue,
    _ kind: WritingStep,
    _ step: Step,
    _ type: PropertyType
  ) throws(StepFault) -> ModelValue {
    let json = step[.value] ?? .null
    switch (kind, old) {
    case (.set, _):
      let isKey = step[.property] == "_id"
      let new: ModelValue
      do { new = try hold(json, as: type) } catch { throw isKey ? .invalid : error }
      // Whether the key that it has may be assigned is not specified.
      if isKey { throw new == old ? .invalid : .fails(.primaryKeyChange) }
      removeEmbedded(in: old)
      return new
    case (.clear, _) where type.isCollection:
      removeEmbedded(in: old)
      return type.shape == .dictionary ? .entries([:]) : .list([])
    case (.add, .list(let elements)):
      let element = try holdElement(json, as: type)
      return type.shape == .set && elements.contains(element) ? old : .list(elements + [element])
    case (.remove, .list(let elements)) where type.shape == .set:
      let element = try holdElement(json, as: type)
      return .list(elements.filter { $0 != element })
    case (_, .list(var elements)) where type.shape == .list:
      guard let index = step[.index] else { throw .invalid }
      let isThere = elements.indices.contains(index)
      var new: [ModelValue] = []
      if kind == .put {
        do { new = [try holdElement(json, as: type)] } catch {
          throw isThere ? error : .open(.oneFault)
        }
      }
      if !isThere { throw .fails(.indexOutOfRange) }
      removeEmbedded(in: elements[index])
      elements.replaceSubrange(index...index, with: new)
      return .list(elements)
    case (_, .entries(var entries)):
      let key = step[.key] ?? ""
      let element = kind == .put ? try holdElement(json, as: type) : nil
      if kind == .remove, entries[key] == nil { throw .fails(.noSuchKey) }
      removeEmbedded(in: entries[key] ?? .null)
      entries[key] = element
      return .entries(entries)
    default: throw .invalid
    }
  }
}
