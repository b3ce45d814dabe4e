import JSON

/// What a filter may ask of a property.
enum FilterOperator: String, CaseIterable {
  case equal = "$eq"
  case notEqual = "$ne"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case `in` = "$in"
  case not = "$not"

  /// The schema of what stands under it.
  var schema: JSON {
    switch self {
    case .in: ["type": "array", "items": ["$ref": "#/$defs/operand"]]
    case .not: ["$ref": "#/$defs/operators"]
    default: ["$ref": "#/$defs/operand"]
    }
  }
}
