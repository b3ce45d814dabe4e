package import JSON

// Every argument of every step. One key may be written in several forms: the value of `create` is an object of
// properties, that of `set` any value.

extension StepArgument where Value == String {
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

  /// The name that the step gives to what it yields.
  package static func name(_ kind: HandleKind) -> Self { Self("as", .name(kind)) }
}

extension StepArgument where Value == Int {
  /// The place of an element.
  package static var index: Self { Self("at", .index) }
  package static var milliseconds: Self { Self("milliseconds", .natural) }
  /// A number of documents.
  package static var after: Self { Self("after", .natural) }
}

extension StepArgument where Value == Bool {
  package static var cancel: Self { Self("cancel", .flag) }
  package static var delete: Self { Self("delete", .flag) }
}

extension StepArgument where Value == JSON {
  package static var value: StepArgument<JSON> { Self("value", .value) }
  /// The members that a new object gets.
  package static var members: StepArgument<JSON> { Self("value", .members) }
  package static var primaryKey: StepArgument<JSON> { Self("key", .value) }
  package static var filter: StepArgument<JSON> { Self("where", .filter) }
  package static var sort: StepArgument<JSON> { Self("sort", .sort) }
  package static var metadata: StepArgument<JSON> { Self("metadata", .metadata) }
  package static var time: StepArgument<JSON> { Self("to", .date) }
  package static var steps: StepArgument<JSON> { Self("steps", .steps) }
}

extension StepArgument where Value == JSONObject {
  /// The fields that documents get.
  package static var fields: StepArgument<JSONObject> { Self("set", .fields) }
  /// The keys that replace those of the event configuration.
  package static var events: StepArgument<JSONObject> { Self("events", .eventConfiguration) }
}
