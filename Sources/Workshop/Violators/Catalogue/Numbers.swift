import Formats
import Foundation
import JSON
import ReferenceEvents

extension Catalogue {
  // How bools, numbers, ids and decimals are written.

  static let numbers: Entries = [
    "bool-as-number": .scalars(.bool)["SERIAL-4"]("A bool is 1 or 0.") {
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
    "double-of-six-digits": .scalars(.double)["SERIAL-7"](
      "A double is written with six digits."
    ) { $0.mapDouble { Double(String(format: "%.5e", $0)) } },
    "float-by-its-own-digits": .scalars(.float)["SERIAL-8"](
      "A float is written with the digits of a float."
    ) { $0.mapDouble { Double("\(Float($0))") } },
    "nan-as-string": .notANumber("What JSON has no number for is the string `NaN`.", is: "NaN"),
    "nan-literal": .notANumber(
      "What JSON has no number for is the bare word NaN.",
      is: .number("NaN")
    ),
    "nan-is-a-change": .rule["SERIAL-10", "WRITE-42"](
      "What is written decides about `newValue`, and a NaN that stays NaN is in every one."
    ) { $0.comparesAsWritten = true },
    "nan-is-no-change-in-core": .rule["SERIAL-10", "WRITE-44"](
      "In edition core what differs is in `newValue`, whatever is written, and a NaN that stays NaN is not a change.",
      edition: "core"
    ) { $0.comparesAsWritten = false },
  ]

  static let idsAndDecimals: Entries = [
    "uuid-upper-case": .texts(.uuid)["SERIAL-16"]("A UUID has capital letters.") {
      .string($0.uppercased())
    },
    "uuid-without-hyphens": .texts(.uuid)["SERIAL-16"]("A UUID has no hyphens.") {
      .string($0.replacing("-", with: ""))
    },
    "object-id-extended": .texts(.objectId)["SERIAL-17", "DOC-1", "DOC-6", "DOC-9", "DOC-11"](
      "An object id is Extended JSON."
    ) { ["$oid": .string($0)] },
    "object-id-upper-case": .texts(.objectId)["SERIAL-17"]("An object id has capital letters.") {
      .string($0.uppercased())
    },
    "decimal-as-number": .texts(.decimal128)["SERIAL-18"]("A decimal is a number.") {
      Double($0).map { $0.isFinite ? .double($0) : .null }
    },
    "decimal-trimmed": .texts(.decimal128)["SERIAL-18"]("A decimal loses its trailing zeros.") {
      .string($0.replacing(#/(\.\d*?)0+$/#) { $0.1 == "." ? "" : String($0.1) })
    },
    "decimal-extended": .texts(.decimal128)["SERIAL-18"]("A decimal is Extended JSON.") {
      ["$numberDecimal": .string($0)]
    },
  ]
}

extension Violator {
  /// The reference with every int rewritten.
  fileprivate static let ints = Violation<@Sendable (Int64) -> JSON> { replace in
    scalars(.int)({ $0.int.map(replace) ?? $0 })
  }["SERIAL-5"]

  /// The reference with another value in place of the null that stands for what is not a number.
  fileprivate static func notANumber(_ title: String, is value: JSON) -> Violator {
    .values["SERIAL-9"](title) { place, json in
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
