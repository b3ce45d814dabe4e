import Formats
import JSON

/// A date or a number in a closed range: `{"$$between": [from, to]}`.
struct BetweenMatcher: ValueMatcher {
  private enum Bounds {
    case dates(ClosedRange<Timestamp>)
    case numbers(ClosedRange<Double>)
  }

  private let bounds: Bounds

  init?(argument: JSON) {
    guard let ends = argument.array, ends.count == 2 else { return nil }
    if let from = Self.date(ends[0]), let to = Self.date(ends[1]), from <= to {
      bounds = .dates(from...to)
    } else if let from = Self.number(ends[0]), let to = Self.number(ends[1]), from <= to {
      bounds = .numbers(from...to)
    } else {
      return nil
    }
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    if contains(actual, in: matching.notation) { return .equal(expected: expected, actual: actual) }
    return matching.different(expected, actual, from: description)
  }

  private func contains(_ actual: JSON, in notation: Notation) -> Bool {
    switch bounds {
    case .dates(let range):
      // A date of a payload is a string, one of a document is not.
      guard (actual.string != nil) == (notation == .payload) else { return false }
      return Self.date(actual).map(range.contains) ?? false
    case .numbers(let range): return Self.number(actual).map(range.contains) ?? false
    }
  }

  private var description: String {
    switch bounds {
    case .dates(let range): "a date from \(range.lowerBound) to \(range.upperBound)"
    case .numbers(let range):
      "a number from \(Self.words(range.lowerBound)) to \(Self.words(range.upperBound))"
    }
  }

  /// A bound as a person would write it.
  private static func words(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Bounds may be written either way, whatever is compared.
  private static func date(_ json: JSON) -> Timestamp? {
    json.string.flatMap { Timestamp(iso8601: $0) } ?? Timestamp(json: json)
  }

  private static func number(_ json: JSON) -> Double? {
    switch Scalar(json, in: .extended) {
    case .int(let value): return Double(value)
    case .double(let bits):
      let value = Double(bitPattern: bits)
      return value.isNaN ? nil : value
    default: return nil
    }
  }
}
