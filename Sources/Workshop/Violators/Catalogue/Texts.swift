import Formats
import Foundation
import JSON

extension Catalogue {
  // How strings and dates are written, both of them as text.

  static let strings: Entries = [
    "string-normalised": .strings("Strings are brought into Unicode's composed form.") {
      .string($0.precomposedStringWithCanonicalMapping)
    },
    "string-trimmed": .strings("Strings lose the space around them.") { .string($0.trimmed) },
    "string-to-nul": .strings("Strings end at a NUL.") { .string($0.upToNul) },
    "string-of-255": .strings("Strings are cut after 255 characters.") { .string($0.cut(255)) },
    "string-basic-plane": .strings("Characters beyond the basic plane become question marks.") {
      .string(String($0.map { $0.unicodeScalars.contains { $0.value > 0xFFFF } ? "?" : $0 }))
    },
    "string-that-is-a-number": .strings("A string that looks like a number is one.") {
      Int64($0).map(JSON.int)
    },
    "string-empty-is-null": .strings("An empty string is null.") {
      $0.isEmpty ? .null : .string($0)
    },
  ]

  static let dates: Entries = [
    "date-without-milliseconds": .dates("A date has whole seconds.") {
      .string($0.replacing(#/\.\d{3}Z$/#) { _ in "Z" })
    },
    "date-zeros-left-out": .dates("A date of a whole second has no milliseconds.") {
      .string($0.replacing(".000Z", with: "Z"))
    },
    "date-with-offset": .dates("A date has an offset in place of the Z.") {
      .string($0.replacing("Z", with: "+00:00"))
    },
    "date-as-milliseconds": .dates("A date is a number of milliseconds.") {
      Timestamp(iso8601: $0).map { .int($0.milliseconds) }
    },
    "date-in-local-time": .dates("A date is in the time of a place, marked as UTC.") {
      Timestamp(iso8601: $0).map {
        .string(Timestamp(milliseconds: $0.milliseconds + 7_200_000).description)
      }
    },
    "date-fraction-before-1970": .dates("Before 1970 the fraction of a second counts backwards.") {
      guard let time = Timestamp(iso8601: $0), time.milliseconds < 0,
        case let fraction = -(time.milliseconds % 1000), fraction > 0
      else { return nil }
      let digits = "00\(fraction)".suffix(3)
      return .string($0.replacing(#/\.\d{3}Z$/#) { _ in ".\(digits)Z" })
    },
    "date-years-not-padded": .dates("A year before 1000 has fewer than four digits.") {
      .string($0.replacing(#/^0+/#) { _ in "" })
    },
    "date-year-10000": .dates["SERIAL-12"]("A year beyond 9999 just has five digits.") {
      .string($0.replacing(#/^\+0*/#) { _ in "" })
    },
  ]
}

extension Violator {
  /// The reference with every string rewritten; nil leaves one as it is.
  fileprivate static let strings = texts(.string)["SERIAL-6"]

  /// The reference with every date rewritten; nil leaves one as it is.
  fileprivate static let dates = texts(.date)["SERIAL-11"]
}
