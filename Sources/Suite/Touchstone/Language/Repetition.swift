package import JSON

/// What a case says once and means many times: `{"$repeat": {"times": 10000, "value": …}}` among the elements of an
/// array, or `{"$repeat": {"times": 5000000, "text": "ab"}}` in place of a text.
///
/// The suite writes it out before an implementation sees the case and before an answer is judged, so that nothing else
/// needs to know of it.
package struct Repetition {
  package static let key = "$repeat"
  package static let indexKey = "$index"
  /// What stands for the index in a text.
  package static let indexMark: Character = "#"
  /// How many elements one repetition may make.
  package static let elementLimit = 100_000
  /// How many bytes one repeated text may have.
  static let textLimit = 16 << 20

  /// What is repeated.
  package enum Content {
    case text(String)
    case value(JSON)
  }

  package let times: Int
  package let content: Content

  /// Reads a repetition; nil for anything else.
  package init?(_ json: JSON) {
    guard let members = json.object, members.count == 1, let body = members[Self.key],
      let times = body["times"]?.int.flatMap(Int.init(exactly:)), times > 0
    else { return nil }
    if let text = body["text"]?.string, times <= Self.textLimit / max(1, text.utf8.count) {
      content = .text(text)
    } else if let value = body["value"], times <= Self.elementLimit {
      content = .value(value)
    } else {
      return nil
    }
    self.times = times
  }

  /// The value as it is at one index; nil for a text.
  package func element(at index: Int) -> JSON? {
    guard case .value(let value) = content else { return nil }
    return Self.replacingIndex(in: value, by: index)
  }

  // MARK: Writing out

  /// A value with everything written out that it repeats.
  static func expanded(_ json: JSON) -> JSON { isRepeating(json) ? written(json) : json }

  /// Elements with everything written out that they repeat.
  static func expanded(_ elements: [JSON]) -> [JSON] {
    elements.contains(where: isRepeating) ? written(elements) : elements
  }

  /// Steps with everything written out that they repeat.
  static func expanded(_ steps: [Step]) -> [Step] {
    steps.contains { isRepeating($0.json) } ? written(steps.map(\.json)).map(Step.init) : steps
  }

  private static func written(_ elements: [JSON]) -> [JSON] {
    elements.flatMap { element -> [JSON] in
      guard let repetition = Repetition(element) else { return [written(element)] }
      switch repetition.content {
      case .text: return [written(element)]
      case .value(let value):
        let value = written(value)
        return (0..<repetition.times).map { replacingIndex(in: value, by: $0) }
      }
    }
  }

  private static func written(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(written(elements))
    case .object(let members):
      if let repetition = Repetition(json), case .text(let text) = repetition.content {
        return .string(String(repeating: text, count: repetition.times))
      }
      return .object(members.mapValues(written))
    default: return json
    }
  }

  /// Whether there is a repetition anywhere in a value.
  package static func isRepeating(_ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.contains(where: isRepeating)
    case .object(let members): members[key] != nil || members.contains { isRepeating($0.value) }
    default: false
    }
  }

  private static func replacingIndex(in json: JSON, by index: Int) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { replacingIndex(in: $0, by: index) })
    case .object(let members):
      if members.count == 1, let offset = members[indexKey] { return value(offset, at: index) }
      return .object(members.mapValues { replacingIndex(in: $0, by: index) })
    default: return json
    }
  }

  /// The index itself, moved by a number, or a text with the index in it.
  private static func value(_ form: JSON, at index: Int) -> JSON {
    if let offset = form.int { return .int(offset &+ Int64(index)) }
    let digits = String(index)
    return .string(
      form.string?.split(separator: indexMark, omittingEmptySubsequences: false)
        .joined(separator: digits) ?? ""
    )
  }
}
