import Formats
import JSON
import Touchstone

extension GroupValidator {
  mutating func checkClassName(_ name: String, in place: Surroundings) {
    guard place.failure != "unknown-class" else { return }
    check(name, isOneOf: schema.classes.map(\.name), "a class of the schema", at: place.path)
  }

  /// Checks that a class has a property, as far as the class is known.
  mutating func checkField(_ name: String, of className: String?, at path: JSONPath) {
    guard let className, let definition = schema[className] else { return }
    let names = definition.properties.map(\.name)
    check(name, isOneOf: names, "a property of \(className)", at: path)
  }

  /// Checks that a name stands for something of a kind here.
  mutating func checkUse(
    of json: JSON,
    as kind: HandleKind,
    evenIfClosed: Bool = false,
    at path: JSONPath
  ) {
    guard let name = json.string else {
      return fault(path, "this must be the name of \(kind.phrase), not \(json.kindName)")
    }
    guard let known = walk.names[name] else {
      let names = walk.names.filter { $0.value.kind == kind }.keys.sorted()
      let hint = NearNames.hint(for: name, among: names)
      return fault(path, "\(name.quoted) is not bound by a step before this one\(hint)")
    }
    if known.kind != kind {
      fault(path, "\(name.quoted) is \(known.kind.phrase), and \(kind.phrase) is needed here")
    } else if let owner = known.owner, owner != walk.place.owner(of: kind) {
      fault(path, "\(name.quoted) belongs to \(owner.phrase)")
    } else if let obstacle = known.obstacle ?? (evenIfClosed ? nil : known.closed) {
      fault(path, "\(name.quoted) \(obstacle)")
    }
  }

  /// Checks that a name is not given twice; what it stands for is known once its step was checked.
  mutating func checkNew(_ name: String, at path: JSONPath) {
    if walk.names[name] != nil { fault(path, "\(name.quoted) is bound already: take another name") }
  }
}
