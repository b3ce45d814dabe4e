import JSON
import ReferenceRealm

/// Steps that change objects.
extension CaseSession {
  func performWriting(_ kind: String, _ step: StepArguments) throws -> JSON? {
    switch kind {
    case "create":
      let object = try realm.create(step.string("type"), value: step.value("value"))
      try bind(.object(object), step)
    case "set":
      try step.object("object").set(step.string("property"), to: step.value("value"))
    case "add":
      try collection(step).add(step.value("value"))
    case "put":
      if step.has("key") {
        try collection(step).put(step.value("value"), key: step.string("key"))
      } else {
        try collection(step).put(step.value("value"), at: step.int("at"))
      }
    case "remove":
      if step.has("key") {
        try collection(step).remove(key: step.string("key"))
      } else if step.has("at") {
        try collection(step).remove(at: step.int("at"))
      } else {
        try collection(step).remove(step.value("value"))
      }
    case "clear":
      try collection(step).clear()
    case "delete":
      try realm.delete(step.object("object"))
    case "deleteAll":
      try realm.deleteAll(step.string("type"))
    default: return nil
    }
    return .null
  }

  private func collection(_ step: StepArguments) throws -> Object.Collection {
    try step.object("object").collection(step.string("property"))
  }
}
