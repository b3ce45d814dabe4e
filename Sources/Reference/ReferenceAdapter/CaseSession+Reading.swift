import JSON
import ReferenceRealm
import Touchstone

/// Steps that look at objects.
extension CaseSession {
  func read(_ kind: ReadingStep, _ step: StepArguments) throws -> JSON {
    switch kind {
    case .get:
      let found = try realm.object(ofType: step(.type), forPrimaryKey: step.value(.primaryKey))
      if let found { bind(.object(found), step) }
      return .bool(found != nil)
    case .query:
      var results =
        step.has(.collection)
        ? try step.queried() : try realm.objects(step(.type))
      results = results.filter(try step.filter())
      if let order = step[.sort] {
        results = results.sorted(by: try FilterDecoding.order(order))
      }
      let count = try results.evaluate()
      bind(.results(results), step)
      return .int(Int64(count))
    case .all:
      bind(.results(try realm.objects(step(.type))), step)
      return .null
    case .collection:
      bind(.collection(try step.ownCollection()), step)
      return .null
    case .count:
      switch try step.source() {
      case .results(let results): return .int(Int64(try results.count()))
      case .collection(let collection): return .int(Int64(try collection.count()))
      default: throw StepError.malformed("\"of\" is to name a collection")
      }
    case .element: return try element(step)
    case .follow:
      let target = try step.object().follow(step(.property))
      if let target { bind(.object(target), step) }
      return .bool(target != nil)
    case .value:
      let value = try step.object().value(step(.property))
      return try ExtendedJSON.encode(value, in: realm.current)
    }
  }

  private func element(_ step: StepArguments) throws -> JSON {
    let element: Object.Collection.Element
    switch try step.source() {
    case .results(let results):
      element = .object(try results.element(at: step(.index)))
    case .collection(let collection):
      element =
        if let key = step[.key] {
          try collection.element(key: key)
        } else {
          try collection.element(at: step(.index))
        }
    default: throw StepError.malformed("\"of\" is to name a collection")
    }
    switch element {
    case .object(let object):
      bind(.object(object), step)
      return .null
    case .value(let value):
      return try ExtendedJSON.encode(value, in: realm.current)
    }
  }
}
