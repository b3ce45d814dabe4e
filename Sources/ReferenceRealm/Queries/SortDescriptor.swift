/// A property that a query's objects are ordered by.
///
/// Null comes before everything else, equal ones keep the order of their creation.
public struct SortDescriptor: Sendable, Hashable {
  /// The name of the property.
  public var property: String
  /// Whether smaller values come first.
  public var ascending: Bool

  /// The order of a property.
  public init(_ property: String, ascending: Bool = true) {
    self.property = property
    self.ascending = ascending
  }

  struct Compiled {
    let column: Int
    let ascending: Bool
  }

  func compiled(for table: Schema.Table) throws(RealmError) -> Compiled {
    guard let column = table.column(property) else {
      throw RealmError(.unknownProperty, "\(table.name) has no property \(property) to sort by")
    }
    let type = table.columns[column].type
    switch (type.shape, type.element) {
    case (.single, .bool), (.single, .int), (.single, .float), (.single, .double),
      (.single, .string),
      (.single, .date), (.single, .objectId), (.single, .uuid), (.single, .decimal128):
      return Compiled(column: column, ascending: ascending)
    default:
      throw RealmError(.typeMismatch, "\(table.name).\(property) is \(type): it has no order")
    }
  }

  typealias Row = (key: Int64, values: [Value])

  static func areInOrder(_ left: Row, _ right: Row, _ order: [Compiled]) -> Bool {
    for descriptor in order {
      let comparison = compare(left.values[descriptor.column], right.values[descriptor.column])
      if comparison != 0 { return (comparison < 0) == descriptor.ascending }
    }
    return left.key < right.key
  }

  private static func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.string(let a), .string(let b)):
      sign(a.utf8.lexicographicallyPrecedes(b.utf8), b.utf8.lexicographicallyPrecedes(a.utf8))
    case (.objectId(let a), .objectId(let b)): sign(a < b, b < a)
    case (.uuid(let a), .uuid(let b)): sign(a < b, b < a)
    default: Value.order(left, right) ?? compareNaN(left, right)
    }
  }

  /// NaN comes before every number, so that the order stays one.
  private static func compareNaN(_ left: Value, _ right: Value) -> Int {
    sign(
      left != right && Value.order(left, left) == nil,
      left != right && Value.order(right, right) == nil
    )
  }

  private static func sign(_ isLess: Bool, _ isGreater: Bool) -> Int {
    isLess ? -1 : (isGreater ? 1 : 0)
  }
}
