import Foundation
import JSON

extension Catalogue {
  /// Misreadings of what queries find.
  static let conditions: Entries = [
    "strings-without-case": .condition["READ-34"](
      "Equality of strings disregards upper and lower case."
    ) { field, operation, operand in
      guard operation == "$eq", let text = operand.string else { return nil }
      let spellings = [text, text.lowercased(), text.uppercased(), text.capitalized]
      return [field: ["$in": .array(spellings.map(JSON.string))]]
    },
    "null-equals-nothing": .condition["READ-34"]("Null equals nothing, not even null.") {
      $1 == "$eq" && $2.isNull ? .some(FilterRewriting.nothing) : .none
    },
    "inequality-leaves-null-out": .condition["READ-35"](
      "What is null is not unequal to anything."
    ) { $1 == "$ne" ? ["$and": [[$0: [$1: $2]], [$0: ["$ne": nil]]]] : nil },
    "at-most-means-less": .condition["READ-36"](
      "What is equal is neither at most nor at least as great."
    ) { field, operation, operand in
      ["$lte": "$lt", "$gte": "$gt"][operation].map { [field: [$0: operand]] }
    },
    "null-is-least": .condition["READ-36"]("Null is less than every value.") {
      $1 == "$lt" || $1 == "$lte" ? ["$or": [[$0: [$1: $2]], [$0: nil]]] : nil
    },
    "numbers-are-compared-as-doubles": .condition["READ-37"](
      "Integers are rounded to doubles before they are compared."
    ) { field, operation, operand in
      operand.int.map { [field: [operation: .double(Double($0))]] }
    },
    "none-given-is-no-condition": .condition["READ-38"](
      "An empty array of values is matched by everything."
    ) { $1 == "$in" && $2 == [] ? [:] : nil },
    "the-first-of-the-values": .condition["READ-38"](
      "Of several values only the first is looked for."
    ) { $1 == "$in" ? [$0: [$1: $2.mapArray { Array($0.prefix(1)) }]] : nil },
    "any-condition-is-enough": .filter["READ-39"](
      "Of several conditions one is enough.",
      FilterRewriting(all: "$or")
    ),
    "alternatives-must-all-hold": .filter["READ-39"](
      "All members of $or must hold.",
      FilterRewriting(any: "$and")
    ),
    "negation-leaves-null-out": .condition["READ-40"](
      "What is null matches neither a condition nor its negation."
    ) { $1 == "$not" ? ["$and": [[$0: [$1: $2]], [$0: ["$ne": nil]]]] : nil },
    "links-are-set-or-not": .condition["READ-41"]("A link equals every object if it is set.") {
      $1 == "$eq" && $2["$ref"] != nil ? [$0: ["$ne": nil]] : nil
    },
  ]
}
