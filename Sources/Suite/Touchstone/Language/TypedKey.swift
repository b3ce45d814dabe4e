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
    self[key.name].flatMap(Value.member)
  }
}

extension JSON {
  /// A member; nil if there is none, or something else stands there.
  package subscript<Value>(key: TypedKey<Value>) -> Value? {
    self[key.name].flatMap(Value.member)
  }
}

/// What a member may be to Swift.
package protocol KeyValue: Sendable {
  /// Reads the value; nil for another kind of JSON.
  static func member(_ json: JSON) -> Self?
}

extension String: KeyValue {
  package static func member(_ json: JSON) -> String? { json.string }
}

extension Int: KeyValue {
  package static func member(_ json: JSON) -> Int? { json.int.flatMap(Int.init(exactly:)) }
}

extension Bool: KeyValue {
  package static func member(_ json: JSON) -> Bool? { json.bool }
}

extension JSON: KeyValue {
  package static func member(_ json: JSON) -> JSON? { json }
}

extension JSONObject: KeyValue {
  package static func member(_ json: JSON) -> JSONObject? { json.object }
}

extension [JSON]: KeyValue {
  package static func member(_ json: JSON) -> [JSON]? { json.array }
}

/// What a name of a case stands for.
package enum HandleKind: String, Sendable {
  case object, collection, scope
  case user, realm, session, watch, backup

  /// The kind with its article, as messages say it.
  package var phrase: String { self == .object ? "an object" : "a " + rawValue }
}
