import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// The arguments of one step, with names resolved to what they stand for.
struct StepArguments {
  private let step: Step
  private let session: CaseSession

  init(_ step: Step, of session: CaseSession) {
    self.step = step
    self.session = session
  }

  /// The step as it was read.
  var json: JSON { step.json }

  /// The steps of a transaction.
  var steps: [Step] { step.steps }

  /// The name that the step gives to what it yields.
  var boundName: String? { step.boundName }

  func has<Argument>(_ argument: TypedKey<Argument>) -> Bool { step[argument.name] != nil }

  /// An argument that may be left out.
  subscript<Argument>(argument: TypedKey<Argument>) -> Argument? { step[argument] }

  /// An argument that the step must have.
  func callAsFunction<Argument>(_ argument: TypedKey<Argument>) throws -> Argument {
    guard let value = step[argument] else {
      throw StepError.malformed("the step needs \"\(argument.name)\": \(argument.form.phrase)")
    }
    return value
  }

  func value(_ argument: TypedKey<JSON>) throws -> Value {
    try ExtendedJSON.decode(try self(argument)) { try object(named: $0).reference }
  }

  func filter() throws -> Filter {
    guard let filter = step[.filter] else { return .all }
    return try FilterDecoding.filter(filter) { try object(named: $0).reference }
  }

  func object() throws -> Object { try object(named: self(.object)) }

  /// The collection that a property of the object holds.
  func ownCollection() throws -> Object.Collection { try object().collection(self(.property)) }

  func source() throws -> CaseSession.Handle { try handle(named: self(.source)) }

  func scope() throws -> Scope {
    let name = try self(.scope)
    guard case .scope(let scope) = try handle(named: name) else { throw wrongKind(name, "a scope") }
    return scope
  }

  /// What a query looks through: a collection of an object, or all objects of a class.
  func queried() throws -> Results {
    let name = try self(.collection)
    switch try handle(named: name) {
    case .collection(let collection): return try collection.objects()
    case .results(let results) where !results.isQuery: return results
    default: throw wrongKind(name, "a collection of an object, or of all objects of a class")
    }
  }

  private func object(named name: String) throws -> Object {
    guard case .object(let object) = try handle(named: name) else {
      throw wrongKind(name, "an object")
    }
    return object
  }

  private func handle(named name: String) throws -> CaseSession.Handle {
    switch session.handles[name] {
    case nil: throw StepError.malformed("nothing is called \(name)")
    case .invalidated?:
      throw RealmError(.objectInvalidated, "\(name) was made in a transaction that was cancelled")
    case let handle?: return handle
    }
  }

  private func wrongKind(_ name: String, _ kind: String) -> StepError {
    StepError.malformed("\(name) is not \(kind)")
  }
}
