import JSON

/// What the checks know of matchers: their keys, and what may stand under them.
enum Matcher {
  static let keys = ["$$unordered", "$$type", "$$matches", "$$absent", "$$anyOf", "$$between"]
  static let types = ["objectId", "uuid", "date", "string", "int", "number", "bool"]

  /// Whether an expected value is, or means to be, a matcher.
  static func isOne(_ json: JSON) -> Bool {
    json.object?.keys.contains { $0.hasPrefix("$$") } ?? false
  }
}

extension GroupChecker {
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
    switch key {
    case "$$unordered", "$$anyOf":
      checkAlternatives(argument, of: key, form, at: place, isMember: isMember)
    case "$$type":
      guard let name = argument.string, Matcher.types.contains(name) else {
        return fault(place, "\"$$type\" takes one of \(Matcher.types.joined(separator: ", "))")
      }
    case "$$matches":
      guard let pattern = argument.string else {
        return fault(place, "\"$$matches\" takes a string")
      }
      if (try? Regex(pattern)) == nil { fault(place, "\(pattern.quoted) is no regular expression") }
    case "$$absent":
      if argument != .bool(true) { fault(place, "\"$$absent\" takes true") }
      if !isMember { fault(path, "\"$$absent\" stands only in the place of a member of an object") }
    case "$$between": checkRange(argument, at: place)
    default:
      fault(
        path,
        "there is no matcher \(key.quoted)\(NearNames.hint(for: key, among: Matcher.keys))"
      )
    }
  }

  private mutating func checkAlternatives(
    _ json: JSON,
    of key: String,
    _ form: ExpectedForm,
    at path: JSONPath,
    isMember: Bool
  ) {
    guard let elements = json.array, key == "$$unordered" || !elements.isEmpty else {
      return fault(path, "\(key.quoted) takes an array")
    }
    for (index, element) in elements.enumerated() {
      let mayBeAbsent = isMember && key == "$$anyOf"
      checkExpected(element, form, at: path.appending(index), isMember: mayBeAbsent)
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
    return ExtendedType.all["$date"]?.accepts(date) == true ? "date" : nil
  }

  private func number(_ json: JSON) -> Double? {
    switch json {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
