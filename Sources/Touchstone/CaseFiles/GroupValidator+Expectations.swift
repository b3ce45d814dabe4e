import JSON

extension GroupValidator {
  /// How an expected value is written.
  enum ExpectedForm {
    /// Extended JSON, as in the outcomes of steps.
    case outcome
    /// Plain JSON, as in a payload.
    case payload
  }

  /// Checks what must come of a case.
  mutating func checkExpectation(_ json: JSON, in place: Surroundings, _ handles: inout Handles) {
    var table = KeyTable.expectation
    table.alternatives = []
    check(json, as: table, in: place, &handles)
    if json[.openFails] != nil, json[.trail] != nil {
      fault(
        place.path,
        "a realm that does not open has no trail: leave out \"events\" or \"openFails\""
      )
    } else if json[.openFails] == nil, json[.trail] == nil {
      fault(place.path, "\"expect\" needs \"events\" or \"openFails\"")
    }
  }

  /// Checks what a step is expected to yield or to fail with.
  mutating func checkOutcome(
    of kind: StepKind,
    _ step: Step,
    in place: Surroundings,
    _ handles: inout Handles
  ) {
    if let failure = step.fails {
      checkFailure(failure, in: place.entering("fails"), &handles)
      if step.returns != nil {
        fault(place.path, "a step has \"returns\" or \"fails\", not both")
      }
    }
    guard let expected = step.returns else { return }
    let place = place.entering("returns")
    if Matcher.isOne(expected) { return checkExpected(expected, .outcome, at: place.path) }
    let name = kind.name.quoted
    switch kind.entry.yields {
    case .nothing:
      fault(place.path, "the step \(name) yields no value: leave out \"returns\"")
    case .bool where expected.bool == nil:
      fault(place.path, "the step \(name) yields true or false")
    case .count where expected.int ?? -1 < 0: fault(place.path, "the step \(name) yields a count")
    case .array where expected.array == nil: fault(place.path, "the step \(name) yields an array")
    case .events: check(expected, as: .trail, named: "returns", in: place, &handles)
    default: checkExpected(expected, .outcome, at: place.path)
    }
  }

  /// Checks a code, or a code with a matcher for the message.
  mutating func checkFailure(_ json: JSON, in place: Surroundings, _ handles: inout Handles) {
    if let code = json.string { return checkCode(code, at: place.path) }
    check(json, as: .failure, in: place, &handles)
  }

  mutating func checkCode(_ code: String, at path: JSONPath) {
    if ErrorCode(rawValue: code) != nil { return }
    let hint = NearNames.hint(for: code, among: ErrorCode.allCases.map(\.rawValue))
    fault(path, "\(code.quoted) is no error code\(hint)")
  }

  /// Checks a whole trail, and notes that stated times need a clock.
  mutating func checkTrail(_ events: [JSON], in place: Surroundings, _ handles: inout Handles) {
    for (event, path) in elements(events, at: place.path) {
      check(event, as: .expectedEvent, in: place.entering(path), &handles)
      if event[.timestamp] != nil {
        note(need: .clock, because: "a stated \"timestamp\"", in: &handles)
      }
    }
  }

  mutating func checkExpectedMetadata(
    _ json: JSON,
    in place: Surroundings,
    _ handles: inout Handles
  ) {
    for (key, value) in json.object ?? [:] {
      check(value, as: .expectedText, named: key, in: place.entering(key), &handles)
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
        if members.count == 1, ExtendedType(rawValue: key) != nil || key == "$ref" {
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
