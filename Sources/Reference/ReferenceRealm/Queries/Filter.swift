/// Which objects a query, a representation or a subscription is about.
public indirect enum Filter: Sendable, Hashable {
  /// How a property's value is compared.
  public enum Comparison: Sendable, Hashable {
    case equal(Value)
    case notEqual(Value)
    case less(Value)
    case lessOrEqual(Value)
    case greater(Value)
    case greaterOrEqual(Value)
    case `in`([Value])
    case not([Comparison])
  }

  /// All comparisons of a property hold.
  case property(String, [Comparison])
  case and([Filter])
  case or([Filter])

  /// Every object.
  public static let all = Filter.and([])

  /// A test for rows of that class, with names resolved once.
  ///
  /// - Throws: `unknownProperty`, or `typeMismatch` for a property that can't be compared.
  package func compiled(for table: Schema.Table) throws(RealmError) -> ([Value]) -> Bool {
    switch self {
    case .and(let filters):
      let tests = try filters.map { (filter) throws(RealmError) in try filter.compiled(for: table) }
      return { row in tests.allSatisfy { $0(row) } }
    case .or(let filters):
      let tests = try filters.map { (filter) throws(RealmError) in try filter.compiled(for: table) }
      return { row in tests.contains { $0(row) } }
    case .property(let name, let comparisons):
      guard let column = table.column(name) else {
        throw RealmError(.unknownProperty, "\(table.name) has no property \(name) to filter by")
      }
      guard table.columns[column].type.shape == .single, !table.columns[column].isEmbedded else {
        throw .typeMismatch(
          "\(table.name).\(name) is \(table.columns[column].type): no filter knows it"
        )
      }
      return { row in comparisons.allSatisfy { $0.holds(for: row[column]) } }
    }
  }
}

extension Filter.Comparison {
  /// Null is equal to null, and never less or greater than anything.
  package func holds(for value: Value) -> Bool {
    switch self {
    case .equal(let other): Value.equal(value, other)
    case .notEqual(let other): !Value.equal(value, other)
    case .less(let other): Value.order(value, other).map { $0 < 0 } ?? false
    case .lessOrEqual(let other):
      Value.order(value, other).map { $0 <= 0 } ?? bothNull(value, other)
    case .greater(let other): Value.order(value, other).map { $0 > 0 } ?? false
    case .greaterOrEqual(let other):
      Value.order(value, other).map { $0 >= 0 } ?? bothNull(value, other)
    case .in(let others): others.contains { Value.equal(value, $0) }
    case .not(let comparisons): !comparisons.allSatisfy { $0.holds(for: value) }
    }
  }

  private func bothNull(_ left: Value, _ right: Value) -> Bool { left.isNull && right.isNull }
}
