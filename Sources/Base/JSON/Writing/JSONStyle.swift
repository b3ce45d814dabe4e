/// How a text is laid out, with the keys in their order.
public struct JSONStyle: Sendable, Hashable {
  package var isPretty: Bool

  /// No white space.
  public static let compact = JSONStyle(isPretty: false)

  /// Two spaces a level.
  public static let pretty = JSONStyle(isPretty: true)
}
