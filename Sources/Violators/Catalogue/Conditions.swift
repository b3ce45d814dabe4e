import Foundation
import JSON
import Touchstone

extension Catalogue {
  /// Misreadings of what queries find.
  static let conditions: Entries = [
    "strings-without-case": .condition(
      "Equality of strings disregards upper and lower case.",
      ["READ-34"]
    ) { field, operation, operand in
      guard operation == "$eq", let text = operand.string else { return nil }
      let spellings = [text, text.lowercased(), text.uppercased(), text.capitalized]
      return [field: ["$in": .array(spellings.map(JSON.string))]]
    },
    "null-equals-nothing": .condition("Null equals nothing, not even null.", ["READ-34"]) {
      $1 == "$eq" && $2.isNull ? .some(FilterRewriting.nothing) : .none
    },
    "inequality-leaves-null-out": .condition(
      "What is null is not unequal to anything.",
      ["READ-35"]
    ) { $1 == "$ne" ? ["$and": [[$0: [$1: $2]], [$0: ["$ne": nil]]]] : nil },
    "at-most-means-less": .condition(
      "What is equal is neither at most nor at least as great.",
      ["READ-36"]
    ) { field, operation, operand in
      ["$lte": "$lt", "$gte": "$gt"][operation].map { [field: [$0: operand]] }
    },
    "null-is-least": .condition("Null is less than every value.", ["READ-36"]) {
      $1 == "$lt" || $1 == "$lte" ? ["$or": [[$0: [$1: $2]], [$0: nil]]] : nil
    },
    "numbers-are-compared-as-doubles": .condition(
      "Integers are rounded to doubles before they are compared.",
      ["READ-37"]
    ) { field, operation, operand in
      operand.int.map { [field: [operation: .double(Double($0))]] }
    },
    "none-given-is-no-condition": .condition(
      "An empty array of values is matched by everything.",
      ["READ-38"]
    ) { $1 == "$in" && $2 == [] ? [:] : nil },
    "the-first-of-the-values": .condition(
      "Of several values only the first is looked for.",
      ["READ-38"]
    ) { $1 == "$in" ? [$0: [$1: $2.mapArray { Array($0.prefix(1)) }]] : nil },
    "any-condition-is-enough": .filter(
      "Of several conditions one is enough.",
      ["READ-39"],
      FilterRewriting(all: "$or")
    ),
    "alternatives-must-all-hold": .filter(
      "All members of $or must hold.",
      ["READ-39"],
      FilterRewriting(any: "$and")
    ),
    "negation-leaves-null-out": .condition(
      "What is null matches neither a condition nor its negation.",
      ["READ-40"]
    ) { $1 == "$not" ? ["$and": [[$0: [$1: $2]], [$0: ["$ne": nil]]]] : nil },
    "links-are-set-or-not": .condition("A link equals every object if it is set.", ["READ-41"]) {
      $1 == "$eq" && $2["$ref"] != nil ? [$0: ["$ne": nil]] : nil
    },
  ]
}
