import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks a filter of a step or of a configuration.
  mutating func checkFilter(_ json: JSON, in place: Surroundings) {
    guard let filter = json.object else {
      return fault(place.path, "a filter must be an object, not \(json.kindName)")
    }
    for (key, value) in filter {
      let inner = place.entering(key)
      switch key {
      case "$and", "$or":
        guard let parts = value.array, !parts.isEmpty else {
          fault(inner.path, "\(key.quoted) takes an array of filters")
          continue
        }
        for (index, part) in parts.enumerated() { checkFilter(part, in: inner.entering(index)) }
      case _ where key.hasPrefix("$"):
        fault(inner.path, "a filter has fields, \"$and\" and \"$or\", and no \(key.quoted)")
      default:
        checkField(key, of: place.fieldOwner, at: inner.path)
        checkCondition(value, in: inner)
      }
    }
  }

  /// Checks a sort order: `[["age", "ascending"], …]`.
  mutating func checkSort(_ json: JSON, of className: String?, at path: JSONPath) {
    for (index, key) in (json.array ?? []).enumerated() {
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

  private mutating func checkCondition(_ json: JSON, in place: Surroundings) {
    guard let members = json.object, !isPlainValue(members) else {
      if json.array != nil {
        fault(place.path, "a field holds no array: use \"$in\" for several values")
      }
      return checkValue(json, in: place)
    }
    for (key, value) in members { checkOperator(key, value, in: place.entering(key)) }
  }

  private func isPlainValue(_ members: JSONObject) -> Bool {
    members.count == 1
      && (members["$ref"] != nil || ExtendedValue.Key(rawValue: members.keys[0]) != nil)
  }

  private mutating func checkOperator(_ name: String, _ value: JSON, in place: Surroundings) {
    let path = place.path
    switch FilterOperator(rawValue: name) {
    case .not:
      guard let members = value.object, !isPlainValue(members), !members.isEmpty else {
        return fault(path, "\"$not\" takes an object of operators")
      }
      checkCondition(value, in: place)
    case .in:
      if isExpansion(value, at: path) { return }
      guard let values = value.array else { return fault(path, "\"$in\" takes an array of values") }
      checkValue(.array(values), in: place)
    case .equal, .notEqual: checkValue(value, in: place)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if !isOrdered(value), !isExpansion(value, at: path) {
        fault(path, "\(name.quoted) takes a number, a date or a decimal")
      }
      checkValue(value, in: place)
    case nil:
      let names = FilterOperator.allCases.map(\.rawValue)
      check(name, isOneOf: names, "an operator of filters", at: path)
    }
  }

  /// Whether the server alone knows what a text in the filter of a role stands for.
  private func isExpansion(_ json: JSON, at path: JSONPath) -> Bool {
    let roleFilters: [JSONPath.Component] = [.key("document_filters"), .key("apply_when")]
    return json.string?.hasPrefix("%%") == true
      && path.components.contains(where: roleFilters.contains)
  }

  private func isOrdered(_ json: JSON) -> Bool {
    switch json {
    // Null is never less or greater than a value, which a case may show.
    case .int, .double, .null: return true
    case .object(let members) where members.count == 1:
      let keys: [ExtendedValue.Key] = [.date, .long, .double, .decimal]
      return ExtendedValue.Key(rawValue: members.keys[0]).map(keys.contains) ?? false
    default: return false
    }
  }
}
