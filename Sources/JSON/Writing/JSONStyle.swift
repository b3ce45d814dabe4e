/// How a text is laid out.
public struct JSONStyle: Sendable, Hashable {
  package var isPretty: Bool
  package var isSorted: Bool

  /// No white space, keys in their order.
  public static let compact = JSONStyle(isPretty: false, isSorted: false)

  /// Two spaces a level, keys in their order.
  public static let pretty = JSONStyle(isPretty: true, isSorted: false)

  /// No white space, keys sorted by their bytes.
  public static let compactSorted = JSONStyle(isPretty: false, isSorted: true)

  /// Two spaces a level, keys sorted by their bytes.
  public static let prettySorted = JSONStyle(isPretty: true, isSorted: true)
}
