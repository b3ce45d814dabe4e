import Foundation
import JSON

/// The lines of a trail in the hands of a forger.
struct TamperedTrail {
  var lines: [String]
  /// The place from which on events are tampered with: objects are known by then.
  private let start: Int
  /// Whether what was to be changed was there.
  private(set) var hasChanged = false

  init(_ lines: [String]) {
    self.lines = lines
    start = lines.count / 3
  }

  func document(_ place: Int) -> JSONObject { (try? JSON(parsing: lines[place]))?.object ?? [:] }
  func event(_ place: Int) -> String { document(place)["event"]?.string ?? "" }
  func payload(_ place: Int) -> String { document(place)["data"]?.string ?? "" }
  func partition(_ place: Int) -> String { document(place)["_partition"]?.string ?? "" }

  /// The first place from the start on that a test takes.
  func place(_ isWanted: (Int) -> Bool) -> Int? { (start..<lines.count).first(where: isWanted) }

  /// The first event of a type whose payload has a match.
  func place(of event: String, with pattern: String) -> Int? {
    guard let regex = try? Regex(pattern) else { return nil }
    return place { self.event($0) == event && payload($0).contains(regex) }
  }

  mutating func set(_ document: JSONObject, at place: Int) {
    lines[place] = JSON.object(document).text()
    hasChanged = true
  }

  /// The first creation of an object that no other scope has recorded and that later events mention.
  var creation: Int? {
    place { place in
      let text = payload(place)
      guard event(place) == "write", text.contains(#""insertions":"#),
        let key = text.firstMatch(of: #/"_id":[^,}]+/#)?.output,
        !lines.indices.contains(where: { $0 != place && payload($0) == text })
      else { return false }
      return (place + 1..<lines.count).contains { payload($0).contains(key) }
    }
  }

  // MARK: Changes

  /// Changes the fields of the first event of a type.
  mutating func fields(of event: String = "read", _ change: (inout JSONObject) -> Void) {
    guard let place = place({ self.event($0) == event }) else { return }
    var document = document(place)
    change(&document)
    set(document, at: place)
  }

  /// Replaces the first match in the first payload that has one.
  mutating func payload(_ event: String, _ pattern: String, _ replacement: String) {
    guard let place = place(of: event, with: pattern) else { return }
    var document = document(place)
    let text = payload(place)
    guard let range = text.range(of: pattern, options: .regularExpression) else { return }
    let changed = String(text[range])
      .replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    document["data"] = .string(text.replacingCharacters(in: range, with: changed))
    set(document, at: place)
  }

  /// Takes the first event away whose payload has a match.
  mutating func remove(_ event: String, _ pattern: String) {
    guard let place = place(of: event, with: pattern) else { return }
    remove(at: place)
  }

  mutating func remove(at place: Int) {
    lines.remove(at: place)
    hasChanged = true
  }

  mutating func insert(_ document: JSONObject, at place: Int) {
    lines.insert(JSON.object(document).text(), at: place)
    hasChanged = true
  }

  mutating func swap(_ place: Int, _ other: Int) {
    lines.swapAt(place, other)
    hasChanged = true
  }

  /// Changes the lines themselves.
  mutating func rewrite(_ change: (inout [String]) -> Void) {
    change(&lines)
    hasChanged = true
  }

  /// An `_id` that no other document has, of the same second.
  static func freshId(_ id: JSON?) -> JSON {
    let digits = id?["$oid"]?.string ?? String(repeating: "0", count: 24)
    return ["$oid": .string(digits.prefix(8) + "ffffffffff" + digits.suffix(6))]
  }

  static func shifted(_ time: JSON?, by seconds: Int64) -> JSON {
    let milliseconds = time?["$date"]?.string.flatMap(parse) ?? 0
    return ["$date": .string(format(milliseconds + seconds * 1000))]
  }

  static func parse(_ text: String) -> Int64? {
    let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? strategy.parse(text)).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }

  private static func format(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
