import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  // How bools, numbers, ids and decimals are written.

  static let numbers: [Violator] = [
    .scalar("bool-as-number", "A bool is 1 or 0.", violates: ["SERIAL-4"], of: .bool) {
      $0.bool.map { $0 ? 1 : 0 } ?? $0
    },
    .scalar(
      "int-as-double",
      "An int goes through a double and loses its last bits.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { .int(Int64(exactly: Double($0)) ?? .max) } ?? $0 },
    .scalar(
      "int-as-string",
      "An int that a double can't hold is a string.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { $0.magnitude > 1 << 53 ? .string(String($0)) : .int($0) } ?? $0 },
    .scalar(
      "int-of-32-bits",
      "An int keeps its lower 32 bits.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { .int(Int64(Int32(truncatingIfNeeded: $0))) } ?? $0 },
    .scalar(
      "double-of-six-digits",
      "A double is written with six digits.",
      violates: ["SERIAL-7"],
      of: .double
    ) { json in
      guard case .double(let value) = json else { return json }
      return .double(Double(String(format: "%.5e", value)) ?? value)
    },
    .scalar(
      "float-by-its-own-digits",
      "A float is written with the digits of a float.",
      violates: ["SERIAL-8"],
      of: .float
    ) { json in
      guard case .double(let value) = json else { return json }
      return .double(Double("\(Float(value))") ?? value)
    },
    .notANumber("nan-as-string", "What JSON has no number for is the string `NaN`.", is: "NaN"),
    .notANumber(
      "nan-literal",
      "What JSON has no number for is the bare word NaN.",
      is: .number("NaN")
    ),
    .rule(
      "nan-is-a-change",
      "A NaN that stays NaN is in every `newValue`.",
      violates: ["SERIAL-10"]
    ) {
      $0.listsUnchangedNaN = true
    },
    .rule(
      "nan-is-no-change-in-core",
      "In edition core a NaN that stays NaN is no change.",
      violates: ["SERIAL-10"],
      edition: "core"
    ) { $0.listsUnchangedNaN = false },
  ]

  static let idsAndDecimals: [Violator] = [
    .text("uuid-upper-case", "A UUID has capital letters.", violates: ["SERIAL-16"], of: .uuid) {
      .string($0.uppercased())
    },
    .text("uuid-without-hyphens", "A UUID has no hyphens.", violates: ["SERIAL-16"], of: .uuid) {
      .string($0.replacing("-", with: ""))
    },
    .text(
      "object-id-extended",
      "An object id is Extended JSON.",
      violates: ["SERIAL-17", "DOC-1", "DOC-6", "DOC-9", "DOC-11"],
      of: .objectId
    ) { ["$oid": .string($0)] },
    .text(
      "object-id-upper-case",
      "An object id has capital letters.",
      violates: ["SERIAL-17"],
      of: .objectId
    ) { .string($0.uppercased()) },
    .decimals("decimal-as-number", "A decimal is a number.") {
      Double($0).map { $0.isFinite ? .double($0) : .null } ?? .string($0)
    },
    .decimals("decimal-trimmed", "A decimal loses its trailing zeros.") {
      .string($0.replacing(#/(\.\d*?)0+$/#) { $0.1 == "." ? "" : String($0.1) })
    },
    .decimals("decimal-extended", "A decimal is Extended JSON.") {
      ["$numberDecimal": .string($0)]
    },
    .rule("decimals-left-out", "Decimals are left out.", violates: ["SERIAL-18"]) {
      $0.omitsDecimals = true
    },
    .rule(
      "decimals-written-in-core",
      "Edition core writes decimals.",
      violates: ["SERIAL-18"],
      edition: "core"
    ) { $0.omitsDecimals = false },
  ]
}

extension Violator {
  /// The reference with another value in place of the null that stands for what is no number.
  fileprivate static func notANumber(_ id: String, _ title: String, is value: JSON) -> Violator {
    .values(id, title, violates: ["SERIAL-9"]) { place, json in
      json.isNull && !place.type.isOptional && [.double, .float].contains(place.type.element)
        ? value : json
    }
  }

  /// The reference with every decimal rewritten.
  fileprivate static func decimals(
    _ id: String,
    _ title: String,
    _ replace: @escaping @Sendable (String) -> JSON
  ) -> Violator {
    .text(id, title, violates: ["SERIAL-18"], of: .decimal128, replace)
  }
}
