package import JSON

// Every argument of every step. One key may be written in several forms: the value of `create` is an object of
// properties, that of `set` any value.

extension TypedKey where Value == String {
  /// The name of the kind.
  static var kind: Self { Self("do", .string) }
  package static var type: Self { Self("type", .className) }
  package static var property: Self { Self("property", .property) }
  /// The key of an entry of a dictionary.
  package static var key: Self { Self("key", .text) }
  package static var object: Self { Self("object", .handle(.object)) }
  /// The collection that is queried.
  package static var collection: Self { Self("in", .handle(.collection)) }
  /// The collection that is counted or taken from.
  package static var source: Self { Self("of", .handle(.collection)) }
  package static var scope: Self { Self("scope", .handle(.scope)) }
  package static var activity: Self { Self("activity", .text) }
  package static var eventType: Self { Self("eventType", .textOrNull) }
  package static var data: Self { Self("data", .textOrNull) }
  package static var user: Self { Self("user", .text) }
  /// The realm in which steps run.
  package static var realm: Self { Self("realm", .realmName) }
  /// What becomes of a subscription whose name is taken.
  package static var ifExists: Self { Self("ifExists", .word(["replace", "refuse"])) }

  /// The name that the step gives to what it yields.
  package static func name(_ kind: HandleKind) -> Self { Self("as", .name(kind)) }
}

extension TypedKey where Value == Int {
  /// The place of an element.
  package static var index: Self { Self("at", .integer) }
  package static var milliseconds: Self { Self("milliseconds", .natural) }
  /// A number of documents.
  package static var after: Self { Self("after", .natural) }
}

extension TypedKey where Value == Bool {
  package static var cancel: Self { Self("cancel", .flag) }
  package static var delete: Self { Self("delete", .flag) }
  package static var unnamedOnly: Self { Self("unnamedOnly", .flag) }
}

extension TypedKey where Value == JSON {
  package static var value: TypedKey<JSON> { Self("value", .value) }
  /// The members that a new object gets.
  package static var members: Self { Self("value", .members) }
  package static var primaryKey: Self { Self("key", .value) }
  /// The members of an object that is written at the server.
  package static var newDocument: Self { Self("create", .members) }
  /// The members of an object that are replaced at the server.
  package static var newMembers: Self { Self("set", .members) }
  package static var filter: Self { Self("where", .filter) }
  package static var sort: Self { Self("sort", .sort) }
  package static var metadata: Self { Self("metadata", .metadata) }
  package static var time: Self { Self("to", .date) }
  static var returns: Self { Self("returns", .expected) }
  static var fails: Self { Self("fails", .failure) }
  /// The requirement that an expectation stands for.
  package static var because: Self { Self("because", .because) }
}

extension TypedKey where Value == JSONObject {
  /// The fields that documents get.
  package static var fields: Self { Self("set", .fields) }
  /// The custom data of a user.
  package static var userData: Self { Self("data", .anyObject) }
  /// The keys that replace those of the event configuration.
  package static var events: Self { Self("events", .object(.eventConfiguration)) }
}
