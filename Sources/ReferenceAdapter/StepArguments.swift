import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// The arguments of one step, with names resolved to what they stand for.
struct StepArguments {
  private let step: JSON
  private let session: CaseSession

  init(step: JSON, session: CaseSession) {
    self.step = step
    self.session = session
  }

  func has(_ key: String) -> Bool { step[key] != nil }

  func json(_ key: String) throws -> JSON {
    guard let value = step[key] else { throw missing(key, "a value") }
    return value
  }

  func string(_ key: String) throws -> String {
    guard let value = step[key]?.string else { throw missing(key, "a string") }
    return value
  }

  /// The string of a key that may be left out or null.
  func optionalString(_ key: String) throws -> String? {
    guard let value = step[key], !value.isNull else { return nil }
    guard let text = value.string else { throw missing(key, "a string") }
    return text
  }

  func int(_ key: String) throws -> Int {
    guard let value = step[key]?.int, let int = Int(exactly: value) else {
      throw missing(key, "an integer")
    }
    return int
  }

  func array(_ key: String) throws -> [JSON] {
    guard let value = step[key]?.array else { throw missing(key, "an array") }
    return value
  }

  func flag(_ key: String) throws -> Bool {
    guard let value = step[key] else { return false }
    guard let flag = value.bool else { throw missing(key, "true or false") }
    return flag
  }

  func value(_ key: String) throws -> Value {
    try ExtendedJSON.decode(try json(key)) { try object(named: $0).reference }
  }

  func filter(_ key: String) throws -> Filter {
    try FilterDecoding.filter(try json(key)) { try object(named: $0).reference }
  }

  func object(_ key: String) throws -> Object { try object(named: string(key)) }

  func handle(_ key: String) throws -> CaseSession.Handle { try handle(named: string(key)) }

  func scope(_ key: String) throws -> Scope {
    let name = try string(key)
    guard case .scope(let scope) = try handle(named: name) else { throw wrongKind(name, "a scope") }
    return scope
  }

  func collection(_ key: String) throws -> Object.Collection {
    let name = try string(key)
    guard case .collection(let collection) = try handle(named: name) else {
      throw wrongKind(name, "a collection")
    }
    return collection
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

  private func missing(_ key: String, _ kind: String) -> StepError {
    StepError.malformed("the step needs \"\(key)\": \(kind)")
  }

  private func wrongKind(_ name: String, _ kind: String) -> StepError {
    StepError.malformed("\(name) is not \(kind)")
  }
}
