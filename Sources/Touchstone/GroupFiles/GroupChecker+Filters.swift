import JSON

extension GroupChecker {
  private static let ordering: Set<String> = ["$lt", "$lte", "$gt", "$gte"]
  private static let operators = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$not"]

  /// Checks a filter over the properties of a class.
  mutating func checkFilter(
    _ json: JSON,
    of className: String?,
    at path: JSONPath,
    names handles: Handles?
  ) {
    guard let filter = json.object else {
      return fault(path, "a filter must be an object, not \(json.kindName)")
    }
    for (key, value) in filter {
      let path = path.appending(key)
      switch key {
      case "$and", "$or":
        guard let parts = value.array, !parts.isEmpty else {
          fault(path, "\(key.quoted) takes an array of filters")
          continue
        }
        for (index, part) in parts.enumerated() {
          checkFilter(part, of: className, at: path.appending(index), names: handles)
        }
      case _ where key.hasPrefix("$"):
        fault(path, "a filter has fields, \"$and\" and \"$or\", and no \(key.quoted)")
      default:
        checkField(key, of: className, at: path)
        checkCondition(value, at: path, names: handles)
      }
    }
  }

  /// Checks a sort order: `[["age", "ascending"], …]`.
  mutating func checkSort(_ json: JSON, of className: String?, at path: JSONPath) {
    guard let keys = json.array, !keys.isEmpty else {
      return fault(path, "\"sort\" must be an array of pairs: [[\"age\", \"ascending\"]]")
    }
    for (index, key) in keys.enumerated() {
      let path = path.appending(index)
      guard let pair = key.array, pair.count == 2, let name = pair[0].string,
        ["ascending", "descending"].contains(pair[1].string)
      else {
        fault(path, "a sort key is a property with \"ascending\" or \"descending\"")
        continue
      }
      checkField(name, of: className, at: path.appending(0))
    }
  }

  private mutating func checkCondition(_ json: JSON, at path: JSONPath, names handles: Handles?) {
    guard let members = json.object, !isPlainValue(members) else {
      if json.array != nil { fault(path, "a field holds no array: use \"$in\" for several values") }
      return checkValue(json, at: path, names: handles)
    }
    for (key, value) in members {
      checkOperator(key, value, at: path.appending(key), names: handles)
    }
  }

  private func isPlainValue(_ members: JSONObject) -> Bool {
    members.count == 1 && (members["$ref"] != nil || ExtendedType.all[members.keys[0]] != nil)
  }

  private mutating func checkOperator(
    _ name: String,
    _ value: JSON,
    at path: JSONPath,
    names handles: Handles?
  ) {
    switch name {
    case "$not":
      guard let members = value.object, !isPlainValue(members), !members.isEmpty else {
        return fault(path, "\"$not\" takes an object of operators")
      }
      checkCondition(value, at: path, names: handles)
    case "$in":
      guard let values = value.array else { return fault(path, "\"$in\" takes an array of values") }
      checkValue(.array(values), at: path, names: handles)
    case "$eq", "$ne": checkValue(value, at: path, names: handles)
    case _ where Self.ordering.contains(name):
      if !isOrdered(value) { fault(path, "\(name.quoted) takes a number, a date or a decimal") }
      checkValue(value, at: path, names: handles)
    default:
      let hint = NearNames.hint(for: name, among: Self.operators)
      fault(path, "a filter has no operator \(name.quoted)\(hint)")
    }
  }

  private func isOrdered(_ json: JSON) -> Bool {
    switch json {
    // Null is never less or greater than a value, which a case may show.
    case .int, .double, .null: true
    case .object(let members):
      members.count == 1
        && ["$date", "$numberLong", "$numberDouble", "$numberDecimal"].contains(members.keys[0])
    default: false
    }
  }
}
