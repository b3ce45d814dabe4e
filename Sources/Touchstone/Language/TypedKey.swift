package import JSON

/// The name of a member together with how it is written and the type that it has in Swift, so that no code has to take
/// the JSON of a case apart by itself.
package struct TypedKey<Value: KeyValue>: Sendable {
  package let name: String
  package let form: Form

  package init(_ name: String, _ form: Form) {
    self.name = name
    self.form = form
  }
}

extension JSONObject {
  /// A member; nil if there is none, or something else stands there.
  package subscript<Value>(key: TypedKey<Value>) -> Value? {
    self[key.name].flatMap(Value.init(member:))
  }
}

extension JSON {
  /// A member; nil if there is none, or something else stands there.
  package subscript<Value>(key: TypedKey<Value>) -> Value? {
    self[key.name].flatMap(Value.init(member:))
  }
}

/// What a member may be to Swift.
package protocol KeyValue: Sendable {
  /// Reads the value; nil for another kind of JSON.
  init?(member json: JSON)
}

extension String: KeyValue {
  package init?(member json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }
}

extension Int: KeyValue {
  package init?(member json: JSON) {
    guard let number = json.int.flatMap(Int.init(exactly:)) else { return nil }
    self = number
  }
}

extension Bool: KeyValue {
  package init?(member json: JSON) {
    guard let flag = json.bool else { return nil }
    self = flag
  }
}

extension JSON: KeyValue {
  package init(member json: JSON) { self = json }
}

extension JSONObject: KeyValue {
  package init?(member json: JSON) {
    guard let members = json.object else { return nil }
    self = members
  }
}

extension [JSON]: KeyValue {
  package init?(member json: JSON) {
    guard let elements = json.array else { return nil }
    self = elements
  }
}

/// What a name of a case stands for.
package enum HandleKind: String, Sendable {
  case object, collection, scope

  /// The kind with its article, as messages say it.
  var phrase: String { self == .object ? "an object" : "a " + rawValue }
}
