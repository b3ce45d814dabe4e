import JSON

extension GroupChecker {
  /// How an expected value is written.
  enum ExpectedForm {
    /// Extended JSON, as in the outcomes of steps.
    case outcome
    /// Plain JSON, as in a payload.
    case payload
  }

  /// Checks what a step is expected to yield or to fail with.
  mutating func checkOutcome(of kind: StepKind, _ step: JSONObject, at path: JSONPath) {
    if let failure = step["fails"] {
      checkFailure(failure, at: path.appending("fails"))
      if step["returns"] != nil { fault(path, "a step has \"returns\" or \"fails\", not both") }
    }
    guard let expected = step["returns"] else { return }
    let path = path.appending("returns")
    if Matcher.isOne(expected) { return checkExpected(expected, .outcome, at: path) }
    switch kind.entry.yields {
    case .nothing:
      fault(path, "the step \(kind.name.quoted) yields no value: leave out \"returns\"")
    case .bool where expected.bool == nil:
      fault(path, "the step \(kind.name.quoted) yields true or false")
    case .count where expected.int ?? -1 < 0:
      fault(path, "the step \(kind.name.quoted) yields a count")
    case .array where expected.array == nil:
      fault(path, "the step \(kind.name.quoted) yields an array")
    case .events: checkEventList(expected, at: path)
    default: checkExpected(expected, .outcome, at: path)
    }
  }

  /// Checks a code, or a code with a matcher for the message.
  mutating func checkFailure(_ json: JSON, at path: JSONPath) {
    if let code = json.string { return checkCode(code, at: path) }
    let rules = KeyRules(of: "a failure", ["code", "message"], required: ["code"])
    guard let failure = object(json, at: path, rules) else { return }
    if let code = string("code", of: failure, at: path) {
      checkCode(code, at: path.appending("code"))
    }
    guard let message = failure["message"] else { return }
    checkText(message, at: path.appending("message"))
  }

  private mutating func checkCode(_ code: String, at path: JSONPath) {
    if Vocabulary.errorCodes.contains(code) { return }
    let hint = NearNames.hint(for: code, among: Vocabulary.errorCodes)
    fault(path, "\(code.quoted) is no error code\(hint)")
  }

  /// Checks a string, or a matcher for one.
  private mutating func checkText(_ json: JSON, at path: JSONPath, orNull: Bool = false) {
    if json.string != nil || (orNull && json.isNull) { return }
    guard Matcher.isOne(json) else {
      return fault(
        path,
        "this must be a string\(orNull ? ", null" : "") or a matcher, not \(json.kindName)"
      )
    }
    checkExpected(json, .payload, at: path)
  }

  /// Checks a whole trail.
  mutating func checkEventList(_ json: JSON, at path: JSONPath) {
    guard let events = json.array else {
      return fault(path, "a trail must be an array of events, not \(json.kindName)")
    }
    for (event, place) in elements(events, at: path) { checkEvent(event, at: place) }
  }

  private mutating func checkEvent(_ json: JSON, at path: JSONPath) {
    let rules = KeyRules(
      of: "an expected event",
      ["event", "activity", "data", "metadata", "timestamp", "optional", "partition"],
      required: ["event", "activity", "data"]
    )
    guard let event = object(json, at: path, rules) else { return }
    for key in ["event", "activity"] {
      if let value = event[key] { checkText(value, at: path.appending(key), orNull: true) }
    }
    if let data = event["data"], data.string == nil, !data.isNull {
      checkExpected(data, .payload, at: path.appending("data"))
    }
    if let partition = event["partition"] { checkText(partition, at: path.appending("partition")) }
    if let optional = event["optional"], optional.bool == nil {
      fault(path.appending("optional"), "\"optional\" must be true or false")
    }
    if let timestamp = event["timestamp"] {
      checkTimestamp(timestamp, at: path.appending("timestamp"))
    }
    if let metadata = event["metadata"] {
      checkExpectedMetadata(metadata, at: path.appending("metadata"))
    }
  }

  private mutating func checkTimestamp(_ json: JSON, at path: JSONPath) {
    let isDate = json.object.map { $0.count == 1 && $0["$date"] != nil } ?? false
    if !isDate, !Matcher.isOne(json) {
      return fault(path, "\"timestamp\" must be a date ({\"$date\": \"…\"}) or a matcher")
    }
    checkExpected(json, .outcome, at: path)
  }

  private mutating func checkExpectedMetadata(_ json: JSON, at path: JSONPath) {
    guard let metadata = json.object else {
      return fault(path, "the metadata of an event must be an object, not \(json.kindName)")
    }
    for (key, value) in metadata { checkText(value, at: path.appending(key)) }
  }

  /// Checks an expected value with the matchers in it.
  mutating func checkExpected(
    _ json: JSON,
    _ form: ExpectedForm,
    at path: JSONPath,
    isMember: Bool = false
  ) {
    switch json {
    case .array(let elements):
      for (element, place) in self.elements(elements, at: path) {
        checkExpected(element, form, at: place)
      }
    case .object(let members) where members.keys.contains(where: { $0.hasPrefix("$$") }):
      checkMatcher(members, form, at: path, isMember: isMember)
    case .object(let members)
    where form == .outcome && members.keys.contains(where: { $0.hasPrefix("$") }):
      checkExtended(members, at: path)
    case .object(let members):
      for (key, value) in members {
        if members.count == 1, ExtendedType.all[key] != nil || key == "$ref" {
          fault(
            path,
            "a payload is plain JSON, in which \(key.quoted) has no meaning: write the text itself"
          )
        }
        checkExpected(value, form, at: path.appending(key), isMember: true)
      }
    case .number(let literal): fault(path, "\(literal) fits into no type of a realm")
    default: break
    }
  }
}
