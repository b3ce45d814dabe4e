import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks an object with a `$$` key.
  mutating func checkMatcher(
    _ members: JSONObject,
    _ form: ExpectedForm,
    at path: JSONPath,
    isMember: Bool
  ) {
    guard members.count == 1, let (key, argument) = members.first else {
      return fault(path, "a matcher has no other key beside the one that begins with \"$$\"")
    }
    let place = path.appending(key)
    guard let matcher = Matcher(rawValue: key) else {
      check(key, isOneOf: Matcher.allCases.map(\.rawValue), "a matcher", at: path)
      return
    }
    switch matcher.read(argument) {
    case .malformed: fault(place, "\(key.quoted) takes \(matcher.argument)")
    case .badPattern(let text): fault(place, "\(text.quoted) is not a regular expression")
    case .alternatives(let values): check(values, form, at: place, isMember: isMember)
    case .elements(let values): check(values, form, at: place, isMember: false)
    case .other where matcher == .absent && !isMember:
      fault(path, "\"$$absent\" stands only in the place of a member of an object")
    case .other: break
    }
  }

  private mutating func check(
    _ elements: [JSON],
    _ form: ExpectedForm,
    at path: JSONPath,
    isMember: Bool
  ) {
    for (index, element) in elements.enumerated() {
      checkExpected(element, form, at: path.appending(index), isMember: isMember)
    }
  }
}
