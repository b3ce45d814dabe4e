/// How a text is laid out, with the keys in their order.
///
/// ```swift
/// let book: JSON = ["_id": 2]
/// book.text()         // {"_id":2}
/// book.text(.pretty)  // the same in three lines
/// ```
public struct JSONStyle: Sendable, Hashable {
  package var isPretty: Bool

  /// No white space.
  public static let compact = JSONStyle(isPretty: false)

  /// Two spaces a level.
  public static let pretty = JSONStyle(isPretty: true)
}
