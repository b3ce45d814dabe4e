/// A property that a query's objects are ordered by.
///
/// Null comes before everything else, and those that it does not tell apart keep the order that they had.
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

  typealias Compiled = (column: Int, ascending: Bool)
  typealias Row = (key: Int64, values: [Value])

  private static let sortable: Set<PropertyType.Element> = [
    .bool, .int, .float, .double, .string, .date, .objectId, .uuid, .decimal128,
  ]

  func compiled(for table: Schema.Table) throws(RealmError) -> Compiled {
    guard let column = table.column(property) else {
      throw RealmError(.unknownProperty, "\(table.name) has no property \(property) to sort by")
    }
    let type = table.columns[column].type
    guard type.shape == .single, Self.sortable.contains(type.element) else {
      throw .typeMismatch("\(table.name).\(property) is \(type): it has no order")
    }
    return (column, ascending)
  }

  /// Whether a row comes before another one; nil if nothing tells them apart.
  static func areInOrder(_ left: Row, _ right: Row, _ order: [Compiled]) -> Bool? {
    for descriptor in order {
      let comparison = compare(left.values[descriptor.column], right.values[descriptor.column])
      if comparison != 0 { return (comparison < 0) == descriptor.ascending }
    }
    return nil
  }

  private static func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.string(let a), .string(let b)):
      a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : a.hasSameBytes(as: b) ? 0 : 1
    case (.objectId(let a), .objectId(let b)): a.compared(to: b)
    case (.uuid(let a), .uuid(let b)): a.compared(to: b)
    default: Value.order(left, right) ?? compareNaN(left, right)
    }
  }

  /// NaN comes before every number, so that the order stays one.
  private static func compareNaN(_ left: Value, _ right: Value) -> Int {
    if left == right { return 0 }
    return Value.order(left, left) == nil ? -1 : Value.order(right, right) == nil ? 1 : 0
  }
}
