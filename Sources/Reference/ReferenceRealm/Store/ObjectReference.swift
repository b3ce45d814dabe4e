/// Which object of a realm is meant.
///
/// Never used again for another one, not even after a cancelled transaction.
public struct ObjectReference: Sendable, Hashable {
  /// The place of its class in the schema.
  public var table: Int
  /// Counts the objects of its class in the order of their creation.
  public var key: Int64

  package init(table: Int, key: Int64) {
    self.table = table
    self.key = key
  }
}
