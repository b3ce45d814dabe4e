import OrderedCollections
import ReferenceRealm

/// What `%%user.id` and its like stand for, for one user.
struct Expansions {
  var userID: String
  var customData: Value
  var values: [String: Value]

  /// The value of an expansion; nil if it stands for nothing.
  func value(_ name: String) -> Value? {
    if name == "%%user.id" { return .string(userID) }
    if let key = Self.rest(of: name, after: "%%user.custom_data.") {
      guard case .dictionary(let members) = customData else { return nil }
      return members[key]
    }
    return Self.rest(of: name, after: "%%values.").flatMap { values[$0] }
  }

  private static func rest(of name: String, after prefix: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}

extension Filter {
  /// The filter with a value in place of each expansion; one that stands for nothing matches nothing.
  func expanding(_ expansions: Expansions) -> Filter {
    switch self {
    case .property(let name, let comparisons):
      .property(name, comparisons.map { $0.expanding(expansions) })
    case .and(let filters): .and(filters.map { $0.expanding(expansions) })
    case .or(let filters): .or(filters.map { $0.expanding(expansions) })
    }
  }

  /// Whether a filter whose fields are expansions holds; no document is asked.
  func holds(_ expansions: Expansions) -> Bool {
    switch self {
    case .property(let name, let comparisons):
      guard let value = expansions.value(name) else { return false }
      return comparisons.allSatisfy { $0.expanding(expansions).holds(for: value) }
    case .and(let filters): return filters.allSatisfy { $0.holds(expansions) }
    case .or(let filters): return filters.contains { $0.holds(expansions) }
    }
  }

  /// The names of the properties that it is about.
  var fields: Set<String> {
    switch self {
    case .property(let name, _): [name]
    case .and(let filters), .or(let filters): filters.reduce(into: []) { $0.formUnion($1.fields) }
    }
  }
}

extension Filter.Comparison {
  fileprivate static let nothing = Filter.Comparison.in([])

  fileprivate func expanding(_ expansions: Expansions) -> Filter.Comparison {
    func expand(_ value: Value, _ comparison: (Value) -> Self) -> Self {
      guard case .string(let name) = value, name.hasPrefix("%%") else { return self }
      return expansions.value(name).map(comparison) ?? Self.nothing
    }
    switch self {
    case .equal(let value): return expand(value, Self.equal)
    case .notEqual(let value): return expand(value, Self.notEqual)
    case .less(let value): return expand(value, Self.less)
    case .lessOrEqual(let value): return expand(value, Self.lessOrEqual)
    case .greater(let value): return expand(value, Self.greater)
    case .greaterOrEqual(let value): return expand(value, Self.greaterOrEqual)
    case .not(let comparisons): return .not(comparisons.map { $0.expanding(expansions) })
    case .in(let values):
      return .in(
        values.flatMap { value -> [Value] in
          guard case .string(let name) = value, name.hasPrefix("%%") else { return [value] }
          guard let found = expansions.value(name) else { return [] }
          if case .list(let elements) = found { return elements }
          return [found]
        }
      )
    }
  }
}
