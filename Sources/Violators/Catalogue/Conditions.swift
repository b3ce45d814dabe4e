import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Misreadings of what queries find.
  static let conditions: [Violator] = [
    filter(
      "strings-without-case",
      "Equality of strings disregards upper and lower case.",
      violates: ["READ-34"],
      FilterRewriting(condition: { field, operation, operand in
        guard operation == "$eq", let text = operand.string else {
          return [field: [operation: operand]]
        }
        let spellings = [text, text.lowercased(), text.uppercased(), text.capitalized]
        return [field: ["$in": .array(spellings.map(JSON.string))]]
      })
    ),
    filter(
      "null-equals-nothing",
      "Null equals nothing, not even null.",
      violates: ["READ-34"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$eq" && operand.isNull
          ? FilterRewriting.nothing : [field: [operation: operand]]
      })
    ),
    filter(
      "inequality-leaves-null-out",
      "What is null is not unequal to anything.",
      violates: ["READ-35"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$ne"
          ? ["$and": [[field: ["$ne": operand]], [field: ["$ne": nil]]]]
          : [field: [operation: operand]]
      })
    ),
    filter(
      "at-most-means-less",
      "What is equal is neither at most nor at least as great.",
      violates: ["READ-36"],
      FilterRewriting(condition: { field, operation, operand in
        switch operation {
        case "$lte": [field: ["$lt": operand]]
        case "$gte": [field: ["$gt": operand]]
        default: [field: [operation: operand]]
        }
      })
    ),
    filter(
      "null-is-least",
      "Null is less than every value.",
      violates: ["READ-36"],
      FilterRewriting(condition: { field, operation, operand in
        ["$lt", "$lte"].contains(operation)
          ? ["$or": [[field: [operation: operand]], [field: nil]]]
          : [field: [operation: operand]]
      })
    ),
    filter(
      "numbers-are-compared-as-doubles",
      "Integers are rounded to doubles before they are compared.",
      violates: ["READ-37"],
      FilterRewriting(condition: { field, operation, operand in
        operand.int.map { [field: [operation: .double(Double($0))]] }
          ?? [field: [operation: operand]]
      })
    ),
    filter(
      "none-given-is-no-condition",
      "An empty array of values is matched by everything.",
      violates: ["READ-38"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$in" && operand == [] ? [:] : [field: [operation: operand]]
      })
    ),
    filter(
      "the-first-of-the-values",
      "Of several values only the first is looked for.",
      violates: ["READ-38"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$in"
          ? [field: ["$in": .array(Array(operand.array?.prefix(1) ?? []))]]
          : [field: [operation: operand]]
      })
    ),
    filter(
      "any-condition-is-enough",
      "Of several conditions one is enough.",
      violates: ["READ-39"],
      FilterRewriting(all: { $0.isEmpty ? [:] : ["$or": .array($0)] })
    ),
    filter(
      "alternatives-must-all-hold",
      "All members of $or must hold.",
      violates: ["READ-39"],
      FilterRewriting(any: { ["$and": .array($0)] })
    ),
    filter(
      "negation-leaves-null-out",
      "What is null matches neither a condition nor its negation.",
      violates: ["READ-40"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$not"
          ? ["$and": [[field: ["$not": operand]], [field: ["$ne": nil]]]]
          : [field: [operation: operand]]
      })
    ),
    filter(
      "links-are-set-or-not",
      "A link equals every object if it is set.",
      violates: ["READ-41"],
      FilterRewriting(condition: { field, operation, operand in
        operation == "$eq" && operand["$ref"] != nil
          ? [field: ["$ne": nil]] : [field: [operation: operand]]
      })
    ),
  ]

  private static func filter(
    _ id: String,
    _ title: String,
    violates: [String],
    _ rewriting: FilterRewriting
  ) -> Violator {
    .steps(id, title, violates: violates) { step, _ in [rewriting.rewriting(step)] }
  }
}
