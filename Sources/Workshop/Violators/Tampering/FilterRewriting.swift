import JSON
import Touchstone

/// Rewrites the conditions of queries, as misreadings of their rules would understand them.
struct FilterRewriting: Sendable {
  /// What a condition on one field becomes: a filter; nil leaves it as it is.
  ///
  /// The operand of plain equality comes as `$eq`.
  var condition: @Sendable (_ field: String, _ operation: String, _ operand: JSON) -> JSON? = {
    _,
    _,
    _ in nil
  }
  /// The operator of the filters that must all hold.
  var all = "$and"
  /// The operator of the filters of which one must hold.
  var any = "$or"

  /// A filter that nothing matches.
  static let nothing: JSON = ["$or": []]

  func rewriting(_ filter: JSONObject) -> JSON {
    let parts = filter.map { key, value -> JSON in
      switch key {
      case "$and": joined((value.array ?? []).map { rewriting($0.object ?? [:]) })
      case "$or": [any: value.mapElements { rewriting($0.object ?? [:]) }]
      default: rewriting(key, value)
      }
    }
    return parts.count == 1 ? parts[0] : joined(parts)
  }

  private func joined(_ parts: [JSON]) -> JSON { parts.isEmpty ? [:] : [all: .array(parts)] }

  private func rewriting(_ field: String, _ value: JSON) -> JSON {
    let operators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$not"]
    let members =
      value.object.flatMap { $0.contains { operators.contains($0.key) } ? $0 : nil }
      ?? ["$eq": value]
    let parts = members.map { operation, operand in
      condition(field, operation, operand) ?? [field: [operation: operand]]
    }
    return parts.count == 1 ? parts[0] : joined(parts)
  }
}

extension Violator {
  /// The reference on queries with other filters.
  static let filter = Violation<FilterRewriting> { rewriting in
    steps { step, _ in
      guard let filter = step[.filter]?.object else { return nil }
      return [step.with(.filter, rewriting.rewriting(filter))]
    }
  }

  /// The reference that takes conditions on one field for others; nil leaves one as it is.
  static let condition = Violation<
    @Sendable (_ field: String, _ operation: String, _ operand: JSON) -> JSON?
  > { condition in filter(FilterRewriting(condition: condition)) }
}
