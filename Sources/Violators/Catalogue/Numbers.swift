import Formats
import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // How bools, numbers, ids and decimals are written.

  static let numbers: Entries = [
    "bool-as-number": .scalars(.bool)("A bool is 1 or 0.", ["SERIAL-4"]) {
      $0.bool.map { $0 ? 1 : 0 } ?? $0
    },
    "int-as-double": .ints("An int goes through a double and loses its last bits.") {
      .int(Int64(exactly: Double($0)) ?? .max)
    },
    "int-as-string": .ints("An int that a double can't hold is a string.") {
      $0.magnitude > 1 << 53 ? .string(String($0)) : .int($0)
    },
    "int-of-32-bits": .ints("An int keeps its lower 32 bits.") {
      .int(Int64(Int32(truncatingIfNeeded: $0)))
    },
    "double-of-six-digits": .scalars(.double)(
      "A double is written with six digits.",
      ["SERIAL-7"]
    ) { $0.mapDouble { Double(String(format: "%.5e", $0)) } },
    "float-by-its-own-digits": .scalars(.float)(
      "A float is written with the digits of a float.",
      ["SERIAL-8"]
    ) { $0.mapDouble { Double("\(Float($0))") } },
    "nan-as-string": .notANumber("What JSON has no number for is the string `NaN`.", is: "NaN"),
    "nan-literal": .notANumber(
      "What JSON has no number for is the bare word NaN.",
      is: .number("NaN")
    ),
    "nan-is-a-change": .rule("A NaN that stays NaN is in every `newValue`.", ["SERIAL-10"]) {
      $0.listsUnchangedNaN = true
    },
    "nan-is-no-change-in-core": .rule(
      "In edition core a NaN that stays NaN is not a change.",
      ["SERIAL-10"],
      edition: "core"
    ) { $0.listsUnchangedNaN = false },
  ]

  static let idsAndDecimals: Entries = [
    "uuid-upper-case": .texts(.uuid)("A UUID has capital letters.", ["SERIAL-16"]) {
      .string($0.uppercased())
    },
    "uuid-without-hyphens": .texts(.uuid)("A UUID has no hyphens.", ["SERIAL-16"]) {
      .string($0.replacing("-", with: ""))
    },
    "object-id-extended": .texts(.objectId)(
      "An object id is Extended JSON.",
      ["SERIAL-17", "DOC-1", "DOC-6", "DOC-9", "DOC-11"]
    ) { ["$oid": .string($0)] },
    "object-id-upper-case": .texts(.objectId)("An object id has capital letters.", ["SERIAL-17"]) {
      .string($0.uppercased())
    },
    "decimal-as-number": .texts(.decimal128)("A decimal is a number.", ["SERIAL-18"]) {
      Double($0).map { $0.isFinite ? .double($0) : .null }
    },
    "decimal-trimmed": .texts(.decimal128)("A decimal loses its trailing zeros.", ["SERIAL-18"]) {
      .string($0.replacing(#/(\.\d*?)0+$/#) { $0.1 == "." ? "" : String($0.1) })
    },
    "decimal-extended": .texts(.decimal128)("A decimal is Extended JSON.", ["SERIAL-18"]) {
      ["$numberDecimal": .string($0)]
    },
    "decimals-left-out": .rule("Decimals are left out.", ["SERIAL-18"]) { $0.omitsDecimals = true },
    "decimals-written-in-core": .rule(
      "Edition core writes decimals.",
      ["SERIAL-18"],
      edition: "core"
    ) { $0.omitsDecimals = false },
  ]
}

extension Violator {
  /// The reference with every int rewritten.
  fileprivate static let ints = Kind<@Sendable (Int64) -> JSON> { replace in
    scalars(.int)({ $0.int.map(replace) ?? $0 })
  }.violating("SERIAL-5")

  /// The reference with another value in place of the null that stands for what is not a number.
  fileprivate static func notANumber(_ title: String, is value: JSON) -> Violator {
    .values(title, ["SERIAL-9"]) { place, json in
      json.isNull && !place.type.isOptional
        && (place.type.scalar == .double || place.type.scalar == .float) ? value : json
    }
  }
}

extension JSON {
  /// This double with what becomes of it; anything else unchanged.
  fileprivate func mapDouble(_ body: (Double) -> Double?) -> JSON {
    if case .double(let value) = self { .double(body(value) ?? value) } else { self }
  }
}
