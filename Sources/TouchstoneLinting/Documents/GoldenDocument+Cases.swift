import JSON
import Touchstone

extension GoldenDocument {
  /// What a case lacks that is said to bring this about; nil if it does.
  func lack(in testCase: Case) -> String? {
    switch kind {
    case .payload: lackOfPayload(in: testCase)
    case .representation: lackOfRepresentation(in: testCase)
    case .event: lackOfEvent(in: testCase)
    case .schema: lackOfSchema(in: testCase)
    case .message, .output: lackOfMessage(in: testCase)
    case .fixture: lackOfFixture(in: testCase)
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
