import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  // How strings, dates and data are written, all of them as text or not at all.

  static let strings: [Violator] = [
    .strings("string-normalised", "Strings are brought into Unicode's composed form.") {
      .string($0.precomposedStringWithCanonicalMapping)
    },
    .strings("string-trimmed", "Strings lose the space around them.") {
      .string($0.trimmingCharacters(in: .whitespacesAndNewlines))
    },
    .strings("string-to-nul", "Strings end at a NUL.") {
      .string(String($0.prefix { $0 != "\0" }))
    },
    .strings("string-of-255", "Strings are cut after 255 characters.") {
      .string(String($0.prefix(255)))
    },
    .strings("string-basic-plane", "Characters beyond the basic plane become question marks.") {
      .string(String($0.map { $0.unicodeScalars.contains { $0.value > 0xFFFF } ? "?" : $0 }))
    },
    .strings("string-that-is-a-number", "A string that looks like a number is one.") {
      Int64($0).map(JSON.int) ?? .string($0)
    },
    .strings("string-empty-is-null", "An empty string is null.") {
      $0.isEmpty ? .null : .string($0)
    },
  ]

  static let dates: [Violator] = [
    .dates("date-without-milliseconds", "A date has whole seconds.") {
      .string($0.replacing(#/\.\d{3}Z$/#) { _ in "Z" })
    },
    .dates("date-zeros-left-out", "A date of a whole second has no milliseconds.") {
      .string($0.replacing(".000Z", with: "Z"))
    },
    .dates("date-with-offset", "A date has an offset in place of the Z.") {
      .string($0.replacing("Z", with: "+00:00"))
    },
    .dates("date-as-milliseconds", "A date is a number of milliseconds.") { text in
      Timestamp(iso8601: text).map { .int($0.milliseconds) } ?? .string(text)
    },
    .dates("date-in-local-time", "A date is in the time of a place, marked as UTC.") { text in
      Timestamp(iso8601: text).map {
        .string(Timestamp(milliseconds: $0.milliseconds + 7_200_000).iso8601)
      } ?? .string(text)
    },
    .dates(
      "date-fraction-before-1970",
      "Before 1970 the fraction of a second counts backwards."
    ) { text in
      guard let time = Timestamp(iso8601: text), time.milliseconds < 0,
        case let fraction = -(time.milliseconds % 1000), fraction > 0
      else { return .string(text) }
      let digits = "00\(fraction)".suffix(3)
      return .string(text.replacing(#/\.\d{3}Z$/#) { _ in ".\(digits)Z" })
    },
    .dates("date-years-not-padded", "A year before 1000 has fewer than four digits.") {
      .string($0.replacing(#/^0+/#) { _ in "" })
    },
    .dates(
      "date-year-10000",
      "A year beyond 9999 just has five digits.",
      violates: ["SERIAL-12"]
    ) { .string($0.replacing(#/^\+0*/#) { _ in "" }) },
  ]

  static let binaryData: [Violator] = [
    .storedValues(
      "data-as-base64",
      "Data is written as base64.",
      violates: ["SERIAL-13", "SERIAL-14", "SERIAL-26"]
    ) { $1.withDataAsText },
    .rule("data-as-null", "Data is written as null.", violates: ["SERIAL-13", "SERIAL-14"]) {
      $0.writesNullForData = true
    },
    .objects(
      "data-collections-empty",
      "A collection of data is empty.",
      violates: ["SERIAL-14"]
    ) { object, part, definition in
      for property in definition.properties
      where property.type.element == .data && part != .newValue {
        switch property.type.shape {
        case .list, .set: object[property.name] = []
        case .dictionary: object[property.name] = [:]
        default: break
        }
      }
    },
    .payload(
      "data-change-is-silent",
      "A modification with an empty `newValue` is left out.",
      violates: ["SERIAL-15"]
    ) { rewriter in rewriter.modification = { $1["newValue"] == [:] ? .none : .some($1) } },
    .storedValues(
      "data-in-mixed-is-null",
      "Data in a mixed property is null.",
      violates: ["SERIAL-26", "SERIAL-28"]
    ) { column, value in
      column.type.element == .mixed && value.isData ? .null : value
    },
    .newValues(
      "new-value-null-for-data",
      "A property that comes to hold data is null in `newValue`.",
      violates: ["SERIAL-28"]
    ) { newValue, new, old, _ in
      newValue.mapObject { members in
        for column in new.table.columns where column.type.element == .mixed {
          guard let value = new.value(column.name), value != old.value(column.name) else {
            continue
          }
          if value.isData { members[column.name] = .null }
        }
      }
    },
    .values(
      "data-elements-are-gone",
      "Data among mixed elements is not even null.",
      violates: ["SERIAL-33"]
    ) { place, json in
      place.type.element == .mixed && place.type.shape == .list
        ? json.mapArray { $0.filter { !$0.isNull } } : json
    },
  ]
}

extension Violator {
  /// The reference with every string rewritten.
  fileprivate static func strings(
    _ id: String,
    _ title: String,
    _ replace: @escaping @Sendable (String) -> JSON
  ) -> Violator {
    .text(id, title, violates: ["SERIAL-6"], of: .string, replace)
  }

  /// The reference with every date rewritten.
  fileprivate static func dates(
    _ id: String,
    _ title: String,
    violates: [String] = ["SERIAL-11"],
    _ replace: @escaping @Sendable (String) -> JSON
  ) -> Violator {
    .text(id, title, violates: violates, of: .date, replace)
  }
}
