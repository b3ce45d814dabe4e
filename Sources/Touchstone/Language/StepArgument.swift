package import JSON

/// The key of an argument together with how it is written and the type that it has in a step, so that no code has to
/// take a step apart itself.
package struct StepArgument<Value: ArgumentValue>: Sendable {
  package let key: String
  package let form: ArgumentForm

  package init(_ key: String, _ form: ArgumentForm) {
    self.key = key
    self.form = form
  }
}

/// What the value of an argument may be to Swift.
package protocol ArgumentValue: Sendable {
  /// Reads the value; nil for another kind of JSON.
  init?(argument json: JSON)
}

extension String: ArgumentValue {
  package init?(argument json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }
}

extension Int: ArgumentValue {
  package init?(argument json: JSON) {
    guard let number = json.int.flatMap(Int.init(exactly:)) else { return nil }
    self = number
  }
}

extension Bool: ArgumentValue {
  package init?(argument json: JSON) {
    guard let flag = json.bool else { return nil }
    self = flag
  }
}

extension JSON: ArgumentValue {
  package init(argument json: JSON) { self = json }
}

extension JSONObject: ArgumentValue {
  package init?(argument json: JSON) {
    guard let members = json.object else { return nil }
    self = members
  }
}

/// How an argument is written: what its checks, its schema and its words in a story depend on.
package enum ArgumentForm: Sendable, Hashable {
  case className, property, handle(HandleKind), name(HandleKind)
  case value, members, index, natural, text, textOrNull, flag, date
  case filter, sort, metadata, fields, eventConfiguration, steps

  /// Whether it names something rather than stating a value.
  var isName: Bool {
    switch self {
    case .className, .property, .handle, .name: true
    default: false
    }
  }

  /// What must stand there, as messages say it.
  package var phrase: String {
    switch self {
    case .className: "the name of a class"
    case .property: "the name of a property"
    case .handle(let kind): "the name of \(kind.phrase)"
    case .name: "a name"
    case .value: "a value"
    case .members: "an object of properties"
    case .index: "an integer"
    case .natural: "an integer that is not negative"
    case .text: "a string"
    case .textOrNull: "a string or null"
    case .flag: "true or false"
    case .date: "a date: {\"$date\": \"…\"}"
    case .filter: "a filter"
    case .sort: "an array of pairs: [[\"age\", \"ascending\"]]"
    case .metadata: "an object of strings, or an array of pairs of strings"
    case .fields: "an object of fields"
    case .eventConfiguration: "an event configuration"
    case .steps: "an array of steps"
    }
  }

  /// Whether a value is of the kind that this form has; what it means in its case is another question.
  package func accepts(_ json: JSON) -> Bool {
    switch self {
    case .className, .property, .handle, .name, .text: json.string != nil
    case .textOrNull: json.string != nil || json.isNull
    case .index: json.int != nil
    case .natural: json.int ?? -1 >= 0
    case .flag: json.bool != nil
    case .date: json.object.map { $0.count == 1 && $0["$date"] != nil } ?? false
    case .members, .fields, .filter, .eventConfiguration: json.object != nil
    case .metadata: json.object != nil || json.array != nil
    case .sort, .steps: json.array != nil
    case .value: true
    }
  }
}

/// What a name of a case stands for.
package enum HandleKind: String, Sendable {
  case object, collection, scope

  /// The kind with its article, as messages say it.
  var phrase: String { self == .object ? "an object" : "a " + rawValue }
}
