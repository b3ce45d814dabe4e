import Formats
import JSON

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
    guard let handle = handles.bound[name] else {
      let names = handles.bound.filter { $0.value.kind == kind }.keys.sorted()
      let hint = NearNames.hint(for: name, among: names)
      return fault(path, "\(name.quoted) is not bound by a step before this one\(hint)")
    }
    if handle.kind != kind {
      fault(path, "\(name.quoted) is \(handle.kind.phrase), and \(kind.phrase) is needed here")
    } else if let owner = handle.owner, owner != handles.owner(of: kind) {
      fault(path, "\(name.quoted) belongs to \(owner.phrase)")
    } else if let obstacle = handle.obstacle ?? (evenIfClosed ? nil : handle.closed) {
      fault(path, "\(name.quoted) \(obstacle)")
    }
  }

  mutating func bind(_ name: String, to kind: HandleKind, in place: Surroundings) {
    if handles.bound[name] != nil {
      return fault(place.path, "\(name.quoted) is bound already: take another name")
    }
    var className = kind == .scope ? nil : place.className
    if let property = place.step?[.property] {
      let type = schema.type(of: property, in: place.className)
      className = type.flatMap { $0.isObject ? $0.base : nil }
    }
    var handle = Handles.Handle(
      kind: kind,
      className: className,
      owner: handles.owner(of: kind),
      schema: kind == .realm ? schemaOfRealm(openedBy: place.step) : nil
    )
    if place.failure != nil {
      handle.obstacle = "is not bound, because its step is expected to fail"
    } else if kind != .watch, case .flag? = place.step?.kind?.entry.yields,
      place.step?.returns == false
    {
      handle.obstacle = "is not bound, because its step is expected to find nothing"
    }
    handles.bound[name] = handle
  }
}
