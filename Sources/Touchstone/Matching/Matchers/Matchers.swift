import JSON

/// One kind of matcher: an object with a single `$$` key that stands for many values.
protocol ValueMatcher: SendableMetatype {
  /// The key, such as `$$type`.
  static var key: String { get }

  /// Reads what stands under the key; nil if that is malformed.
  init?(argument: JSON)

  /// Holds a value against the matcher. `expected` is the matcher as it is written.
  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison
}

/// The table of all matchers.
enum Matchers {
  static let kinds: [any ValueMatcher.Type] = [
    UnorderedMatcher.self, TypeMatcher.self, ExpressionMatcher.self, AbsentMatcher.self,
    AnyOfMatcher.self, BetweenMatcher.self,
  ]

  private static let kindsByKey: [String: any ValueMatcher.Type] = Dictionary(
    uniqueKeysWithValues: kinds.map { ($0.key, $0) }
  )

  /// The matcher that an expected value is, if it is one.
  static func matcher(in expected: JSON) -> (any ValueMatcher)? {
    guard let object = expected.object, object.count == 1, let (key, argument) = object.first,
      key.hasPrefix("$$")
    else { return nil }
    return kindsByKey[key]?.init(argument: argument) ?? MalformedMatcher()
  }

  /// Whether an expected value is satisfied by a key that is not there.
  static func acceptsAbsence(_ expected: JSON) -> Bool {
    switch matcher(in: expected) {
    case is AbsentMatcher: true
    case let anyOf as AnyOfMatcher: anyOf.alternatives.contains(where: acceptsAbsence)
    default: false
    }
  }
}

/// What is no matcher matches nothing, loudly: a misspelt one must not pass for a value.
struct MalformedMatcher: ValueMatcher {
  static let key = ""

  init() {}
  init?(argument: JSON) { nil }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let notation = matching.notation
    return matching.different(
      expected,
      actual,
      "the case expects \(Abbreviation.describe(expected, in: notation)), which is no valid matcher"
    )
  }
}
