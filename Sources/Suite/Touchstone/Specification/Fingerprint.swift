package import JSON

/// What a broken requirement looks like: the cases that fail where an implementation breaks it on purpose.
package struct Fingerprint: Sendable, Hashable {
  /// The implementation that does, by its id in the catalogue.
  package var violator: String
  /// The requirements that it violates.
  package var violates: [String]
  /// The full names of the cases that catch it.
  package var cases: Set<String>

  /// A fingerprint of these parts.
  package init(violator: String, violates: [String], cases: Set<String>) {
    self.violator = violator
    self.violates = violates
    self.cases = cases
  }

  /// How alike two sets of cases are, from 0 to 1: what they have in common, of all that one of them has.
  package static func likeness(_ one: Set<String>, _ other: Set<String>) -> Double {
    let common = one.intersection(other).count
    return common == 0 ? 0 : Double(common) / Double(one.count + other.count - common)
  }
}

// MARK: The file

extension Fingerprint {
  /// Reads `Golden/fingerprints.json`: names of cases, and for each violator the places of those that catch it.
  package static func all(in text: [UInt8]) throws(JSONError) -> [Fingerprint] {
    let json = try JSON(parsing: text)
    let names = (json["cases"]?.array ?? []).map { $0.string ?? "" }
    return (json["violators"]?.object ?? [:]).map { id, entry in
      let caught = (entry["caught"]?.string ?? "").split(separator: " ")
      return Fingerprint(
        violator: id,
        violates: (entry["violates"]?.array ?? []).compactMap(\.string),
        cases: Set(caught.flatMap { elements(of: names, in: $0) })
      )
    }
  }

  /// The names at places such as `5-9`; those that are not there are left out.
  private static func elements(of names: [String], in range: Substring) -> ArraySlice<String> {
    let ends = range.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last, first <= last, last < .max else {
      return []
    }
    return names[(first..<last + 1).clamped(to: names.indices)]
  }

  /// The text of that file, a line for each case, in the order given, and for each violator.
  package static func text(of fingerprints: [Fingerprint], cases: [String]) -> String {
    let places = Dictionary(uniqueKeysWithValues: zip(cases, cases.indices))
    let violators = fingerprints.sorted { $0.violator < $1.violator }.map { one in
      let caught = ranges(one.cases.compactMap { places[$0] }.sorted())
      let entry: JSON = [
        "violates": .array(one.violates.map { .string($0) }), "caught": .string(caught),
      ]
      return "\(JSON.string(one.violator)): \(entry)"
    }
    return """
      {"cases": [
      \(cases.map { "\(JSON.string($0))" }.joined(separator: ",\n"))
      ],
      "violators": {
      \(violators.joined(separator: ",\n"))
      }}

      """
  }

  /// Ascending numbers, such as `3 5-9 12`.
  private static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
  }
}
