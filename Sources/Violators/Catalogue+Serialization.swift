import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  /// Wrong ideas of how objects and values become JSON.
  static let serialization: [Violator] =
    texts + objects + numbers + strings + dates + binaryData + idsAndDecimals + collections
    + objectsInObjects + mixedValues

  private static let texts: [Violator] = [
    .payloadText(
      "payload-python",
      "Payloads are literals of another language.",
      violates: ["SERIAL-1"]
    ) {
      $0.replacing("null", with: "None").replacing("true", with: "True")
        .replacing("false", with: "False")
    },
    .payloadText(
      "payload-key-twice",
      "The key `type` of a read payload stands twice.",
      violates: ["SERIAL-1", "DOC-1"]
    ) {
      $0.hasPrefix(#"{"type""#) ? String($0.dropLast()) + #","type":"object"}"# : $0
    },
    .payloadText(
      "payload-pretty",
      "Payloads are written for people to read.",
      violates: ["SERIAL-30"],
      edition: "core"
    ) { (try? JSON(parsing: $0))?.text(.pretty) ?? $0 },
    .payload(
      "payload-keys-unsorted",
      "The keys of a payload stand in the order of declaration.",
      violates: ["SERIAL-30"],
      edition: "core"
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, _, object in
        var declared = JSONObject()
        for property in schema[name]?.properties ?? [] {
          declared[property.name] = object[property.name]
        }
        return declared
      }
    },
  ]

  private static let objects: [Violator] = [
    .payload(
      "class-in-object",
      "An object tells its class.",
      violates: ["SERIAL-2", "DOC-1", "DOC-6"]
    ) { rewriter in
      rewriter.object = { name, part, object in
        var object = object
        if part != .newValue { object["_type"] = .string(name) }
        return object
      }
    },
    .payload(
      "underscored-properties-left-out",
      "Properties that begin with an underscore are private.",
      violates: ["SERIAL-2", "DOC-1", "DOC-6", "DOC-7"]
    ) { rewriter in
      rewriter.value = { place, json in place.property.hasPrefix("_") ? .none : json }
    },
    .payload(
      "nulls-left-out",
      "A property without a value is left out.",
      violates: ["SERIAL-3", "DOC-1", "DOC-2"]
    ) { rewriter in rewriter.value = { $1.isNull ? .none : .some($1) } },
    .payload(
      "back-links-written",
      "Computed back links are part of an object.",
      violates: ["SERIAL-29"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        var object = object
        for property in schema[name]?.properties ?? []
        where property.type.shape == .linkingObjects && part != .newValue {
          object[property.name] = []
        }
        return object
      }
    },
  ]

  private static let numbers: [Violator] = [
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
    .payload(
      "nan-as-string",
      "What JSON has no number for is the string `NaN`.",
      violates: ["SERIAL-9"]
    ) { rewriter in
      rewriter.value = { place, json in
        json.isNull && !place.type.isOptional && [.double, .float].contains(place.type.element)
          ? "NaN" : json
      }
    },
    .payload(
      "nan-literal",
      "What JSON has no number for is the bare word NaN.",
      violates: ["SERIAL-9"]
    ) { rewriter in
      rewriter.value = { place, json in
        json.isNull && !place.type.isOptional && [.double, .float].contains(place.type.element)
          ? .number("NaN") : json
      }
    },
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

  private static let strings: [Violator] = [
    .text(
      "string-normalised",
      "Strings are brought into Unicode's composed form.",
      violates: ["SERIAL-6"],
      of: .string
    ) { .string($0.precomposedStringWithCanonicalMapping) },
    .text(
      "string-trimmed",
      "Strings lose the space around them.",
      violates: ["SERIAL-6"],
      of: .string
    ) {
      .string($0.trimmingCharacters(in: .whitespacesAndNewlines))
    },
    .text("string-to-nul", "Strings end at a NUL.", violates: ["SERIAL-6"], of: .string) {
      .string(String($0.prefix { $0 != "\0" }))
    },
    .text(
      "string-of-255",
      "Strings are cut after 255 characters.",
      violates: ["SERIAL-6"],
      of: .string
    ) {
      .string(String($0.prefix(255)))
    },
    .text(
      "string-basic-plane",
      "Characters beyond the basic plane become question marks.",
      violates: ["SERIAL-6"],
      of: .string
    ) { .string(String($0.map { $0.unicodeScalars.contains { $0.value > 0xFFFF } ? "?" : $0 })) },
    .text(
      "string-that-is-a-number",
      "A string that looks like a number is one.",
      violates: ["SERIAL-6"],
      of: .string
    ) { Int64($0).map(JSON.int) ?? .string($0) },
    .text(
      "string-empty-is-null",
      "An empty string is null.",
      violates: ["SERIAL-6"],
      of: .string
    ) { $0.isEmpty ? .null : .string($0) },
  ]

  private static let dates: [Violator] = [
    .text(
      "date-without-milliseconds",
      "A date has whole seconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing(#/\.\d{3}Z$/#) { _ in "Z" })
    },
    .text(
      "date-zeros-left-out",
      "A date of a whole second has no milliseconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) { .string($0.replacing(".000Z", with: "Z")) },
    .text(
      "date-with-offset",
      "A date has an offset in place of the Z.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing("Z", with: "+00:00"))
    },
    .text(
      "date-as-milliseconds",
      "A date is a number of milliseconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      text in
      Timestamp(iso8601: text).map { .int($0.milliseconds) } ?? .string(text)
    },
    .text(
      "date-in-local-time",
      "A date is in the time of a place, marked as UTC.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      text in
      Timestamp(iso8601: text).map {
        .string(Timestamp(milliseconds: $0.milliseconds + 7_200_000).iso8601)
      } ?? .string(text)
    },
    .text(
      "date-fraction-before-1970",
      "Before 1970 the fraction of a second counts backwards.",
      violates: ["SERIAL-11"],
      of: .date
    ) { text in
      guard let time = Timestamp(iso8601: text), time.milliseconds < 0,
        case let fraction = -(time.milliseconds % 1000), fraction > 0
      else { return .string(text) }
      let digits = "00\(fraction)".suffix(3)
      return .string(text.replacing(#/\.\d{3}Z$/#) { _ in ".\(digits)Z" })
    },
    .text(
      "date-years-not-padded",
      "A year before 1000 has fewer than four digits.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing(#/^0+/#) { _ in "" })
    },
    .text(
      "date-year-10000",
      "A year beyond 9999 just has five digits.",
      violates: ["SERIAL-12"],
      of: .date
    ) {
      .string($0.replacing(#/^\+0*/#) { _ in "" })
    },
  ]

  private static let binaryData: [Violator] = [
    .rule(
      "data-as-base64",
      "Data is written as base64.",
      violates: ["SERIAL-13", "SERIAL-14", "SERIAL-26"]
    ) { $0.serialization.writesDataAsBase64 = true },
    .rule("data-as-null", "Data is written as null.", violates: ["SERIAL-13", "SERIAL-14"]) {
      $0.writesNullForData = true
    },
    .payload(
      "data-collections-empty",
      "A collection of data is empty.",
      violates: ["SERIAL-14"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        var object = object
        for property in schema[name]?.properties ?? []
        where property.type.element == .data && part != .newValue {
          switch property.type.shape {
          case .list, .set: object[property.name] = []
          case .dictionary: object[property.name] = [:]
          default: break
          }
        }
        return object
      }
    },
    .payload(
      "data-change-is-silent",
      "A modification with an empty `newValue` is left out.",
      violates: ["SERIAL-15"]
    ) { rewriter in rewriter.modification = { $1["newValue"] == [:] ? .none : .some($1) } },
    .rule(
      "data-in-mixed-is-null",
      "Data in a mixed property is null.",
      violates: ["SERIAL-26", "SERIAL-28"]
    ) {
      $0.serialization.omitsDataInMixed = false
    },
    .rule(
      "new-value-null-for-data",
      "A property that comes to hold data is null in `newValue`.",
      violates: ["SERIAL-28"]
    ) {
      $0.serialization.omitsInNewValue = false
    },
    .payload(
      "data-elements-are-gone",
      "Data among mixed elements is not even null.",
      violates: ["SERIAL-33"]
    ) { rewriter in
      rewriter.value = { place, json in
        place.type.element == .mixed && place.type.shape == .list
          ? json.mapArray { $0.filter { !$0.isNull } } : json
      }
    },
  ]

  private static let idsAndDecimals: [Violator] = [
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
    ) {
      .string($0.uppercased())
    },
    .text("decimal-as-number", "A decimal is a number.", violates: ["SERIAL-18"], of: .decimal128) {
      Double($0).map { $0.isFinite ? .double($0) : .null } ?? .string($0)
    },
    .text(
      "decimal-trimmed",
      "A decimal loses its trailing zeros.",
      violates: ["SERIAL-18"],
      of: .decimal128
    ) {
      .string($0.replacing(#/(\.\d*?)0+$/#) { $0.1 == "." ? "" : String($0.1) })
    },
    .text(
      "decimal-extended",
      "A decimal is Extended JSON.",
      violates: ["SERIAL-18"],
      of: .decimal128
    ) {
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
  /// The reference with the texts of its payloads rewritten.
  fileprivate static func payloadText(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ replace: @escaping @Sendable (String) -> String
  ) -> Violator {
    .answer(id, title, violates: violates, edition: edition) { program, result in
      let given = Set(program.customEvents.compactMap(\.data))
      return result.mapTrails(program) { trail in
        trail.map { event in
          guard event["event"] == "read" || event["event"] == "write",
            let text = event["data"]?.string, !given.contains(text)
          else { return event }
          return event.mapObject { $0["data"] = .string(replace(text)) }
        }
      }
    }
  }
}
