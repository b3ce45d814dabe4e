import JSON

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
    switch Matcher(rawValue: key) {
    case .unordered, .anyOf:
      let isChoice = key == Matcher.anyOf.rawValue
      guard let elements = argument.array, !isChoice || !elements.isEmpty else {
        return fault(place, "\(key.quoted) takes an array")
      }
      for (index, element) in elements.enumerated() {
        checkExpected(element, form, at: place.appending(index), isMember: isMember && isChoice)
      }
    case .type:
      let names = TypeMatcher.Form.allCases.map(\.rawValue)
      guard let name = argument.string, names.contains(name) else {
        return fault(place, "\"$$type\" takes one of \(names.joined(separator: ", "))")
      }
    case .matches:
      guard let pattern = argument.string else {
        return fault(place, "\"$$matches\" takes a string")
      }
      if (try? Regex(pattern)) == nil { fault(place, "\(pattern.quoted) is no regular expression") }
    case .absent:
      if argument != .bool(true) { fault(place, "\"$$absent\" takes true") }
      if !isMember { fault(path, "\"$$absent\" stands only in the place of a member of an object") }
    case .between: checkRange(argument, at: place)
    case nil:
      let hint = NearNames.hint(for: key, among: Matcher.allCases.map(\.rawValue))
      fault(path, "there is no matcher \(key.quoted)\(hint)")
    }
  }

  private mutating func checkRange(_ json: JSON, at path: JSONPath) {
    guard let ends = json.array, ends.count == 2 else {
      return fault(path, "\"$$between\" takes an array of two dates or two numbers")
    }
    let kinds = ends.map(rangeKind)
    guard let kind = kinds[0], kind == kinds[1] else {
      return fault(path, "\"$$between\" takes an array of two dates or two numbers")
    }
    if let from = number(ends[0]), let to = number(ends[1]), from > to {
      fault(path, "the range is empty: its first end is above its second")
    }
    if let from = ends[0]["$date"]?.string, let to = ends[1]["$date"]?.string,
      from.count == to.count, from.hasSuffix("Z"), to.hasSuffix("Z"), from > to
    {
      fault(path, "the range is empty: its first end is after its second")
    }
  }

  private func rangeKind(_ json: JSON) -> String? {
    if number(json) != nil { return "number" }
    let date = json["$date"] ?? json
    return ExtendedType.date.accepts(date) ? "date" : nil
  }

  private func number(_ json: JSON) -> Double? {
    switch json {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
