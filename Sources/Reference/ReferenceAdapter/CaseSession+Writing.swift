import JSON
import ReferenceRealm
import Touchstone

/// Steps that change objects.
extension CaseSession {
  func write(_ kind: WritingStep, _ step: StepArguments) throws -> JSON {
    switch kind {
    case .write: return try write(step)
    case .create:
      var members = try step.value(.members)
      mobile?.complete(&members, in: realm)
      let object = try realm.create(step(.type), value: members)
      bind(.object(object), step)
    case .set: try step.object().set(step(.property), to: step.value(.value))
    case .add: try step.ownCollection().add(step.value(.value))
    case .put:
      if let key = step[.key] {
        try step.ownCollection().put(step.value(.value), key: key)
      } else {
        try step.ownCollection().put(step.value(.value), at: step(.index))
      }
    case .remove:
      if let key = step[.key] {
        try step.ownCollection().remove(key: key)
      } else if let index = step[.index] {
        try step.ownCollection().remove(at: index)
      } else {
        try step.ownCollection().remove(step.value(.value))
      }
    case .clear: try step.ownCollection().clear()
    case .delete: try realm.delete(step.object())
    case .deleteAll: try realm.deleteAll(step(.type))
    }
    return .null
  }

  private func write(_ step: StepArguments) throws -> JSON {
    try beginWrite()
    let outcomes = run(step.steps)
    try endWrite(isCancelled: step[.cancel] ?? false)
    return .array(outcomes.map(\.message))
  }

  func beginWrite() throws {
    try realm.beginWrite()
    namesInWrite.append([])
  }

  func endWrite(isCancelled: Bool) throws {
    let names = namesInWrite.removeLast()
    if !isCancelled { return try realm.commitWrite() }
    try realm.cancelWrite()
    for name in names { handles[name] = .invalidated }
  }
}
