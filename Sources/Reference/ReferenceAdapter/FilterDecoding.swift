import JSON
import ReferenceRealm
import Touchstone

/// Reads filters and sort orders.
enum FilterDecoding {
  static func filter(_ json: JSON, resolve: (String) throws -> ObjectReference) throws -> Filter {
    guard let members = json.object else { throw StepError.malformed("a filter is an object") }
    let filters = try members.map { key, value -> Filter in
      switch key {
      case "$and", "$or":
        let parts = try (value.array ?? []).map { try filter($0, resolve: resolve) }
        return key == "$and" ? .and(parts) : .or(parts)
      case _ where key.hasPrefix("$"): throw Unsupported(reason: "filter operator \(key)")
      default: return .property(key, try comparisons(value, resolve: resolve))
      }
    }
    return filters.count == 1 ? filters[0] : .and(filters)
  }

  private static let operators: Set<String> = [
    "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$not",
  ]

  /// What stands beside a property: operators, or a plain value for equality.
  private static func comparisons(
    _ json: JSON,
    resolve: (String) throws -> ObjectReference
  ) throws -> [Filter.Comparison] {
    guard let members = json.object, members.contains(where: { operators.contains($0.key) }) else {
      return [.equal(try ExtendedJSON.decode(json, resolve: resolve))]
    }
    return try members.map { name, operand in
      if name == "$not" { return .not(try comparisons(operand, resolve: resolve)) }
      if name == "$in" {
        // A text stands for an array that is known at the server.
        if operand.string != nil {
          return .in([try ExtendedJSON.decode(operand, resolve: resolve)])
        }
        return .in(try (operand.array ?? []).map { try ExtendedJSON.decode($0, resolve: resolve) })
      }
      let value = try ExtendedJSON.decode(operand, resolve: resolve)
      switch name {
      case "$eq": return .equal(value)
      case "$ne": return .notEqual(value)
      case "$lt": return .less(value)
      case "$lte": return .lessOrEqual(value)
      case "$gt": return .greater(value)
      case "$gte": return .greaterOrEqual(value)
      default: throw Unsupported(reason: "filter operator \(name)")
      }
    }
  }

  /// Reads an order such as `[["age", "ascending"]]`.
  static func order(_ json: JSON) throws -> [SortDescriptor] {
    try (json.array ?? []).map { entry in
      guard let property = entry[0]?.string, let direction = entry[1]?.string,
        ["ascending", "descending"].contains(direction)
      else {
        throw StepError.malformed(
          "a sort order is [[property, \"ascending\" or \"descending\"], …]"
        )
      }
      return SortDescriptor(property, ascending: direction == "ascending")
    }
  }
}
