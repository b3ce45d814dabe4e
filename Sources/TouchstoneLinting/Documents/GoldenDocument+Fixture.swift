import JSON
import Touchstone

extension GoldenDocument {
  /// A fixture stands somewhere in the case with all that it has.
  func lackOfFixture(in testCase: Case) -> String? {
    guard var value else { return nil }
    let places =
      [testCase.schema.json, testCase.configuration]
      + (testCase.given + testCase.steps).map(\.json) + testCase.expectedEvents
    if places.contains(where: { $0.holds { $0.covers(value) } }) { return nil }
    if let user = testCase.configuration[.flexibleSync]?[.flexibleUser].map(JSON.string) {
      value = value.replacing("%%user.id", with: user)
      if places.contains(where: { $0.holds { $0.covers(value) } }) { return nil }
    }
    return "has nothing with all that this has"
  }
}

extension JSON {
  /// This value with another in place of every string of that text.
  fileprivate func replacing(_ text: String, with other: JSON) -> JSON {
    switch self {
    case .string(text): other
    case .array(let elements): .array(elements.map { $0.replacing(text, with: other) })
    case .object(let members):
      .object(
        JSONObject(uniqueMembers: members.map { ($0.key, $0.value.replacing(text, with: other)) })
      )
    default: self
    }
  }
}
