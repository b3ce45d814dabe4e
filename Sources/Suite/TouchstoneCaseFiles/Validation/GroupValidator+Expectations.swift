import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// How an expected value is written.
  enum ExpectedForm {
    /// Extended JSON, as in the outcomes of steps.
    case outcome
    /// Plain JSON, as in a payload.
    case payload
  }

  /// Checks what a step is expected to yield or to fail with.
  mutating func checkOutcome(of kind: StepKind, _ step: Step, in place: Surroundings) {
    if let failure = step.fails {
      checkFailure(failure, in: place.entering("fails"))
      if step.returns != nil {
        fault(place.path, "a step has \"returns\" or \"fails\", not both")
      }
    }
    guard let expected = step.returns else { return }
    let place = place.entering("returns")
    if Matcher.isOne(expected) { return checkExpected(expected, .outcome, at: place.path) }
    let name = kind.name.quoted
    switch kind.entry(in: conformanceClass).yields {
    case nil: fault(place.path, "the step \(name) yields no value: leave out \"returns\"")
    case .trail?: check(expected, as: .trail, named: "returns", in: place)
    case let form? where !form.accepts(expected):
      fault(place.path, "the step \(name) yields \(form.phrase)")
    case .word(let words)?:
      check(expected.string ?? "", isOneOf: words, "a value of \(name)", at: place.path)
    default: checkExpected(expected, .outcome, at: place.path)
    }
  }

  /// Checks a code, or a code with a matcher for the message.
  mutating func checkFailure(_ json: JSON, in place: Surroundings) {
    if let code = json.string { return checkCode(code, at: place.path) }
    check(json, as: .failure, in: place)
  }

  mutating func checkCode(_ code: String, at path: JSONPath) {
    check(code, isOneOf: ErrorCode.allCases.map(\.rawValue), "an error code", at: path)
  }

  /// Checks a whole trail, and notes that stated times need a clock.
  mutating func checkTrail(_ events: [JSON], in place: Surroundings) {
    for (event, path) in elements(events, at: place.path) {
      check(event, as: .expectedEvent, in: place.entering(path))
      checkReason(in: event, at: path)
      if event[.timestamp] != nil {
        note(need: .clock, because: "a stated \"timestamp\"")
      }
    }
  }

  /// Checks the requirements that a step or an event is expected for: the case shows them, and keys are there.
  mutating func checkReason(in expected: JSON, at path: JSONPath) {
    guard let reason: JSON = expected[.because] else { return }
    let path = path.appending("because")
    guard Form.because.accepts(reason) else {
      return fault(path, "\"because\" must be \(Form.because.phrase), not \(reason.kindName)")
    }
    if let id = reason.string { check(id, isOneOf: shown, "a requirement of this case", at: path) }
    for (key, id) in reason.object ?? [:] {
      let place = path.appending(key)
      check(id.string ?? "", isOneOf: shown, "a requirement of this case", at: place)
      if !expected.withoutReason.hasKey(key) {
        fault(place, "nothing that is expected there has the key \(key.quoted)")
      }
    }
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
    case .object(let members) where Matcher.isOne(json):
      checkMatcher(members, form, at: path, isMember: isMember)
    case .object(let members)
    where form == .outcome && members.keys.contains(where: { $0.hasPrefix("$") }):
      checkExtended(members, at: path)
    case .object(let members):
      for (key, value) in members {
        if members.count == 1, ExtendedValue.Key(rawValue: key) != nil || key == "$ref" {
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

extension JSON {
  /// Whether an object in it, however deep, has a key.
  fileprivate func hasKey(_ key: String) -> Bool {
    switch self {
    case .object(let members):
      members[key] != nil || members.contains { $0.value.hasKey(key) }
    case .array(let elements): elements.contains { $0.hasKey(key) }
    default: false
    }
  }
}
