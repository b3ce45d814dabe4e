import JSON

/// Rewrites the conditions of queries, as misreadings of their rules would understand them.
struct FilterRewriting: Sendable {
  /// What a condition on one field becomes: a filter.
  ///
  /// The operand of plain equality comes as `$eq`.
  var condition: @Sendable (_ field: String, _ operation: String, _ operand: JSON) -> JSON = {
    [$0: [$1: $2]]
  }
  /// What the filters that must all hold become.
  var all: @Sendable ([JSON]) -> JSON = { ["$and": .array($0)] }
  /// What the filters of which one must hold become.
  var any: @Sendable ([JSON]) -> JSON = { ["$or": .array($0)] }

  /// A query step with its filter rewritten; other steps as they are.
  func rewriting(_ step: JSON) -> JSON {
    guard step["do"] == "query", let filter = step["where"]?.object else { return step }
    return Catalogue.replacing(step, "where", rewriting(filter))
  }

  private func rewriting(_ filter: JSONObject) -> JSON {
    let parts = filter.map { key, value -> JSON in
      switch key {
      case "$and": all((value.array ?? []).map { rewriting($0.object ?? [:]) })
      case "$or": any((value.array ?? []).map { rewriting($0.object ?? [:]) })
      default: rewriting(key, value)
      }
    }
    return parts.count == 1 ? parts[0] : all(parts)
  }

  private func rewriting(_ field: String, _ value: JSON) -> JSON {
    let operators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$not"]
    guard let members = value.object, members.contains(where: { operators.contains($0.key) }) else {
      return condition(field, "$eq", value)
    }
    let parts = members.map { condition(field, $0.key, $0.value) }
    return parts.count == 1 ? parts[0] : all(parts)
  }

  /// A filter that nothing matches.
  static let nothing: JSON = ["$or": []]
}
