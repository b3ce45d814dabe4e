import JSON
import Touchstone

extension GoldenDocument {
  /// A schema is returned by a step, or is part of what one returns: all of its members stand together in it.
  func lackOfSchema(in testCase: Case) -> String? {
    guard let value else { return nil }
    let isReturned = testCase.returnedValues.contains { $0.holds { $0.covers(value) } }
    return isReturned ? nil : "has no step that returns this schema"
  }

  /// A message is returned by a step letter by letter, alone or among others.
  func lackOfMessage(in testCase: Case) -> String? {
    guard let value else { return nil }
    let isReturned = testCase.returnedValues.contains { $0.holds { $0 == value } }
    return isReturned ? nil : "has no step that returns this"
  }
}
