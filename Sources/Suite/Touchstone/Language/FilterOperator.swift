/// What a filter may ask of a property.
package enum FilterOperator: String, CaseIterable {
  case equal = "$eq"
  case notEqual = "$ne"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case `in` = "$in"
  case not = "$not"
}
