import JSON
import Touchstone

extension GoldenDocument {
  /// A fixture stands somewhere in the case with all that it has.
  func isFixture(_ value: JSON, of testCase: Case) -> Bool {
    let places =
      [testCase.schema.json, testCase.configuration]
      + (testCase.given + testCase.steps).map(\.json) + testCase.expectedEvents
    let user = testCase.configuration[.flexibleSync]?[.flexibleUser].map(JSON.string)
    let forms = [value] + (user.map { [value.replacing("%%user.id", with: $0)] } ?? [])
    return forms.contains { form in
      places.contains { $0.holds { $0.covers(form) } }
    }
  }
}

extension JSON {
  /// This value with another in place of every string of that text.
  fileprivate func replacing(_ text: String, with other: JSON) -> JSON {
    switch self {
    case .string(text): other
    case .array(let elements): .array(elements.map { $0.replacing(text, with: other) })
    case .object(let members):
      .object(members.mapValues { $0.replacing(text, with: other) })
    default: self
    }
  }
}
