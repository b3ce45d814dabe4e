import JSON
import Touchstone

extension GoldenDocument {
  /// What a case lacks that is said to bring this about; nil if it does.
  func lack(in testCase: Case) -> String? {
    guard let value else { return kind == .representation ? lackOfText(in: testCase) : nil }
    switch kind {
    case .event: return lackOfEvent(value, in: testCase)
    case .payload:
      // The data of an expected event, key for key.
      let isExpected = testCase.expectedEvents.contains { $0["data"]?.payload == value }
      return isExpected ? nil : "expects no event with this payload"
    case .representation:
      // What it returns for an object stands in the place of that object.
      let isExpected = testCase.expectedEvents.contains { event in
        event["data"]?.payload?.objects.contains(value) ?? false
      }
      return isExpected ? nil : "expects no event with this object in its payload"
    case .schema:
      // All of its members stand together in what a step returns, or in a part of that.
      let isReturned = testCase.returnedValues.contains { $0.holds { $0.covers(value) } }
      return isReturned ? nil : "has no step that returns this schema"
    case .message, .output:
      // Returned by a step letter by letter, alone or among others.
      let isReturned = testCase.returnedValues.contains { $0.holds { $0 == value } }
      return isReturned ? nil : "has no step that returns this"
    case .fixture:
      return isFixture(value, of: testCase) ? nil : "has nothing with all that this has"
    }
  }
}

extension Case {
  /// Every event that is expected anywhere: of the whole trail, and of each step that asks for it so far.
  var expectedEvents: [JSON] {
    (expectation[.trail]?.array ?? [])
      + allSteps.filter { $0.kind == .recording(.events) }.flatMap { $0.returns?.array ?? [] }
  }

  /// The steps with all that are nested in them.
  var allSteps: [Step] { steps.flatMap(\.withNested) }

  /// What steps are expected to return, but for trails.
  var returnedValues: [JSON] {
    allSteps.filter { $0.kind != .recording(.events) }.compactMap(\.returns)
  }
}

extension JSON {
  /// Whether this or something in it fulfils a condition.
  func holds(where fits: (JSON) -> Bool) -> Bool {
    if fits(self) { return true }
    return switch self {
    case .array(let elements): elements.contains { $0.holds(where: fits) }
    case .object(let members): members.contains { $0.value.holds(where: fits) }
    default: false
    }
  }

  /// Whether this has all that another value has: it is the same, or both are objects and this has each of its
  /// members just so.
  func covers(_ other: JSON) -> Bool {
    guard case .object(let wanted) = other, case .object(let members) = self else {
      return self == other
    }
    return wanted.allSatisfy { members[$0.key] == $0.value }
  }
}
