import JSON
import ReferenceRealm
import Touchstone

/// Steps that look at objects.
extension CaseSession {
  func performReading(_ kind: String, _ step: StepArguments) throws -> JSON? {
    switch kind {
    case "get":
      let found = try realm.object(ofType: step.string("type"), forPrimaryKey: step.value("key"))
      if let found { try bind(.object(found), step) }
      return .bool(found != nil)
    case "query":
      var results =
        step.has("in")
        ? try step.collection("in").objects() : try realm.objects(step.string("type"))
      results = results.filter(step.has("where") ? try step.filter("where") : .all)
      if step.has("sort") {
        results = results.sorted(by: try FilterDecoding.order(step.json("sort")))
      }
      let count = try results.evaluate()
      try bind(.results(results), step)
      return .int(Int64(count))
    case "all":
      try bind(.results(realm.objects(step.string("type"))), step)
      return .null
    case "collection":
      try bind(.collection(step.object("object").collection(step.string("property"))), step)
      return .null
    case "count":
      switch try step.handle("of") {
      case .results(let results): return .int(Int64(try results.count()))
      case .collection(let collection): return .int(Int64(try collection.count()))
      default: throw StepError.malformed("\"of\" is to name a collection")
      }
    case "element": return try element(step)
    case "follow":
      let target = try step.object("object").follow(step.string("property"))
      if let target { try bind(.object(target), step) }
      return .bool(target != nil)
    case "value":
      let value = try step.object("object").value(step.string("property"))
      return try ExtendedJSON.encode(value, in: realm.current)
    default: return nil
    }
  }

  private func element(_ step: StepArguments) throws -> JSON {
    let element: Object.Collection.Element
    switch try step.handle("of") {
    case .results(let results):
      element = .object(try results.element(at: step.int("at")))
    case .collection(let collection):
      element =
        step.has("key")
        ? try collection.element(key: step.string("key"))
        : try collection.element(at: step.int("at"))
    default: throw StepError.malformed("\"of\" is to name a collection")
    }
    switch element {
    case .object(let object):
      try bind(.object(object), step)
      return .null
    case .value(let value):
      return try ExtendedJSON.encode(value, in: realm.current)
    }
  }
}
