package import JSON

/// The arguments of one step in the words of Swift, from which the table makes its sentence.
package struct StepWording {
  let step: Step

  /// The words of a step.
  package init(step: Step) { self.step = step }

  /// An argument: a name as it is, a value as a literal.
  subscript<Value>(argument: TypedKey<Value>) -> String {
    guard let json = step[argument.name] else { return "?" }
    return argument.form.isName ? Self.name(json) : Self.literal(json)
  }

  func has<Value>(_ argument: TypedKey<Value>) -> Bool { step[argument.name] != nil }

  /// A property of an object.
  var member: String { "\(self[.object]).\(self[.property])" }

  /// What stands in the brackets of a collection.
  var place: String { has(.index) ? self[.index] : self[.key] }

  /// The user that a step names, or the only one.
  var user: String { has(.user) ? "user(\(self[.user]))" : "user" }

  /// All arguments with their labels.
  var labelled: String {
    (step.kind?.entry.takes ?? []).compactMap { argument in
      step[argument.name].map { "\(argument.name): \(Self.literal($0))" }
    }.joined(separator: ", ")
  }

  /// A name, which has the index of a repetition in brackets.
  package static func name(_ json: JSON) -> String {
    let repeated = json[Repetition.indexKey]?.string
    return json.string ?? repeated?.replacing(String(Repetition.indexMark), with: "[index]") ?? "?"
  }

  /// A value of a step: links by their name, and the wrappers of Extended JSON as calls.
  private static func literal(_ json: JSON) -> String {
    switch json {
    case .null: return "nil"
    case .array(let elements): return "[" + elements.map(literal).joined(separator: ", ") + "]"
    case .object(let members):
      if members.count == 1, let text = wrapped(members.keys[0], members[0].value) { return text }
      let parts = members.map { JSON.string($0.key).text() + ": " + literal($0.value) }
      return "{" + parts.joined(separator: ", ") + "}"
    default: return json.text()
    }
  }

  private static func wrapped(_ key: String, _ value: JSON) -> String? {
    switch key {
    case "$ref": name(value)
    case Repetition.indexKey: index(value)
    case Repetition.key: repeated([key: value])
    case "$oid": "ObjectId(\(value))"
    case "$uuid": "UUID(\(value))"
    case "$date":
      "Date(\(value["$numberLong"]?.string.map { "milliseconds: " + $0 } ?? value.text()))"
    case "$numberDecimal": "Decimal128(\(value))"
    case "$numberDouble": "Double(\(value))"
    case "$numberLong": value.string
    case "$binary": "Data(base64: \(value["base64"] ?? .null))"
    default: nil
    }
  }

  /// The index of a repetition, moved by a number or within a text.
  private static func index(_ form: JSON) -> String? {
    switch form {
    case .int(0): "index"
    case .int(let offset): offset < 0 ? "index - \(offset.magnitude)" : "index + \(offset)"
    case .string(let text):
      JSON.string(text).text().replacing(String(Repetition.indexMark), with: "\\(index)")
    default: nil
    }
  }

  /// A text, or elements, that stand there many times.
  private static func repeated(_ json: JSON) -> String? {
    guard let repetition = Repetition(json) else { return nil }
    switch repetition.content {
    case .text(let text):
      return "String(repeating: \(JSON.string(text).text()), count: \(repetition.times))"
    case .value(let value):
      return "(0..<\(repetition.times)).map { index in \(literal(value)) }"
    }
  }
}
