package import JSON

/// Holds actual values against expected ones by the rules of Spec, "Expectations".
///
/// It is a value that is passed along, because it counts the work: an answer of an implementation may be
/// as large and as contrived as it likes, and must not keep the suite busy for ever.
struct ValueMatching {
  /// How many places may be compared in one case.
  static let effortLimit = 3_000_000

  var notation: Notation
  /// How many places may still be compared.
  var effort = ValueMatching.effortLimit
  /// Expressions of `$$matches`, each compiled once.
  var expressions: [String: CompiledExpression] = [:]

  init(_ notation: Notation) { self.notation = notation }

  /// Compares one value with all that is in it.
  mutating func compare(_ expected: JSON, _ actual: JSON) -> Comparison {
    guard effort > 0 else {
      return different(expected, actual, "not compared: the answer is too large to compare")
    }
    effort -= 1
    if let matcher = Matcher.matcher(in: expected) {
      return matcher.compare(actual, expected: expected, with: &self)
    }
    let expectedScalar = Scalar(expected, in: notation)
    let actualScalar = Scalar(actual, in: notation)
    if let expectedScalar, let actualScalar {
      return expectedScalar.accepts(actualScalar)
        ? .equal(expected: expected, actual: actual) : different(expected, actual)
    }
    guard expectedScalar == nil, actualScalar == nil else { return different(expected, actual) }
    switch (expected, actual) {
    case (.object(let left), .object(let right)): return .object(compareMembers(left, right))
    case (.array(let left), .array(let right)): return .array(compareElements(left, right))
    default: return different(expected, actual)
    }
  }

  /// The two values as a whole, with the sentence that says so.
  func different(_ expected: JSON, _ actual: JSON) -> Comparison {
    let notation = notation
    guard case .string(let left) = expected, case .string(let right) = actual else {
      return different(expected, actual, from: Abbreviation.describe(expected, in: notation))
    }
    return different(expected, actual, TextDifference.describe(expected: left, actual: right))
  }

  /// The two values as a whole, with what was expected in words.
  func different(
    _ expected: JSON,
    _ actual: JSON,
    from words: @autoclosure @escaping Comparison.Message
  ) -> Comparison {
    let notation = notation
    return different(
      expected,
      actual,
      "expected \(words()), found \(Abbreviation.describe(actual, in: notation))"
    )
  }

  /// The two values as a whole, with a sentence of its own.
  func different(
    _ expected: JSON,
    _ actual: JSON,
    _ message: @autoclosure @escaping Comparison.Message
  ) -> Comparison {
    .different(expected: expected, actual: actual, message: message)
  }

  // MARK: Objects

  /// Objects are closed: every expected key, and no other.
  private mutating func compareMembers(_ expected: JSONObject, _ actual: JSONObject) -> [Comparison
    .Member]
  {
    var members: [Comparison.Member] = []
    for (key, value) in expected {
      members.append(.init(key: key, value: compareMember(value, actual[key])))
    }
    for (key, value) in actual where expected[key] == nil {
      members.append(.init(key: key, value: extraMember(value)))
    }
    return members
  }

  /// Compares what stands under a key with what was expected there, where a key may be missing.
  mutating func compareMember(_ expected: JSON, _ actual: JSON?) -> Comparison {
    if let actual { return compare(expected, actual) }
    if Matcher.acceptsAbsence(expected) { return .absent(expected: expected) }
    let notation = notation
    return .missing(expected: expected) {
      "missing: expected \(Abbreviation.describe(expected, in: notation))"
    }
  }

  /// A value under a key that was not expected.
  func extraMember(_ actual: JSON) -> Comparison {
    let notation = notation
    return .extra(actual: actual) { "not expected: \(Abbreviation.describe(actual, in: notation))" }
  }

  // MARK: Arrays

  /// Arrays are equal element by element; where they are not, what is missing and what is too many is told
  /// from what is different.
  private mutating func compareElements(_ expected: [JSON], _ actual: [JSON]) -> [Comparison
    .Element]
  {
    let sequence = Self.sequence(expected, actual)
    // The pairs that differ are compared crosswise only if that is cheap: it changes what is said, not what is so.
    return sequence.inOrder(limit: effort > Self.effortLimit / 2 ? 400 : 0) {
      compare(expected[$0], actual[$1])
    }
  }

  /// The elements of two arrays; one that is missing or too many is best known by its text.
  static func sequence(_ expected: [JSON], _ actual: [JSON]) -> SequenceMatching {
    SequenceMatching(
      expected: expected.count,
      actual: actual.count,
      missing: { index in
        .missing(expected: expected[index]) {
          "missing: expected \(Abbreviation.shorten(expected[index].text()))"
        }
      },
      extra: { index in
        .extra(actual: actual[index]) {
          "one element more than expected, [\(index)] of the answer: "
            + Abbreviation.shorten(actual[index].text())
        }
      }
    )
  }
}

extension Step {
  /// Whether it says nothing of its value, or takes this one.
  package func mayReturn(_ value: JSON) -> Bool {
    var values = ValueMatching(.extended)
    return returns.map { values.compare($0, value).isEqual } ?? true
  }
}
