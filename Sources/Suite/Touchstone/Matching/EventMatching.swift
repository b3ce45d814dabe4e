import Formats
import JSON

/// Holds one stored event against one expected event.
struct EventMatching {
  let rules: TrailRules
  var documents = ValueMatching(.extended)
  var payloads = ValueMatching(.payload)

  init(_ rules: TrailRules) { self.rules = rules }

  mutating func compare(_ expected: JSON, _ actual: ActualEvent) -> Comparison {
    guard let fields = actual.document.object else {
      return documents.different(expected, actual.document, from: "a stored event")
    }
    var members: [Comparison.Member] = []
    func add(_ key: String, _ value: Comparison?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    add("event", compareField(expected["event"], actual["event"]))
    add(rules.activityField, compareField(expected["activity"], actual[rules.activityField]))
    add("data", compareData(expected["data"] ?? .null, actual))
    let metadata = expected["metadata"]?.object ?? [:]
    add("metadata", compareMetadata(metadata, actual, fields))
    add("timestamp", compareTimestamp(expected["timestamp"], actual["timestamp"]))
    add("_id", identifierFault(actual))
    add("_partition", comparePartition(expected["partition"], actual["_partition"]))
    return .object(members)
  }

  /// Fields that every stored event has, and that are not metadata.
  private func isOwnField(_ key: String) -> Bool {
    ["_id", "_partition", "event", "data", "timestamp", rules.activityField].contains(key)
  }

  /// Metadata as cases state it, though documents have it beside the other fields; nil if there is none.
  private mutating func compareMetadata(
    _ expected: JSONObject,
    _ actual: ActualEvent,
    _ fields: JSONObject
  ) -> Comparison? {
    var members = expected.map { key, value in
      Comparison.Member(key: key, value: documents.compareMember(value, actual[key]))
    }
    for (key, value) in fields where !value.isNull && expected[key] == nil && !isOwnField(key) {
      members.append(.init(key: key, value: documents.extraMember(value)))
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Null stands for a field that is absent or null.
  private mutating func compareField(_ expected: JSON?, _ actual: JSON?) -> Comparison {
    documents.compare(expected ?? .null, actual ?? .null)
  }

  // MARK: Data

  private mutating func compareData(_ expected: JSON, _ actual: ActualEvent) -> Comparison {
    let text = actual["data"] ?? .null
    switch Matcher.matcher(in: expected) {
    case let anyOf as AnyOfMatcher:
      // Each alternative is a way to state the data: null, a raw string, or a payload.
      for alternative in anyOf.alternatives where compareData(alternative, actual).isEqual {
        return .equal(expected: expected, actual: text)
      }
    case is ExpressionMatcher: return payloads.compare(expected, text)
    case is AbsentMatcher where text.isNull: return .absent(expected: expected)
    default: break
    }
    let isCompressed = ActualPayload.isBinary(text)
    if expected.isNull || expected.string != nil || text.isNull {
      return payloads.compare(expected, text)
    }
    guard text.string != nil || (rules.mayCompressPayloads && isCompressed) else {
      let found = Abbreviation.shorten(text.text(), to: 100)
      return payloads.different(expected, text, "expected the payload as a string, found \(found)")
    }
    if rules.mustCompressPayloads && !isCompressed {
      return payloads.different(expected, text, "expected DEFLATE data, found text")
    }
    do throws(ActualPayload.Fault) {
      guard let payload = try actual.parsedPayload() else {
        return payloads.compare(expected, text)
      }
      return payloads.compare(freed(expected), payload)
    } catch {
      let words = Abbreviation.shorten(error.description, to: 160)
      return payloads.different(expected, text, words)
    }
  }

  /// A write payload in which the entries under embedded classes may stand in any order.
  private func freed(_ expected: JSON) -> JSON {
    guard !rules.embeddedClasses.isEmpty, var classes = expected.object else { return expected }
    for (name, value) in classes where rules.embeddedClasses.contains(name) {
      guard var changes = value.object else { continue }
      for (kind, entries) in changes where entries.array != nil {
        changes[kind] = .object([Matcher.unordered.rawValue: entries])
      }
      classes[name] = .object(changes)
    }
    return .object(classes)
  }

  // MARK: Fields that are always checked; nil is said where there is nothing to say

  private mutating func compareTimestamp(_ expected: JSON?, _ actual: JSON?) -> Comparison? {
    if let expected { return documents.compareMember(expected, actual) }
    let usual: JSON = [
      Matcher.between.rawValue: [date(rules.window.lowerBound), date(rules.window.upperBound)]
    ]
    guard let actual else { return documents.compareMember(usual, nil) }
    guard let moment = Timestamp(json: actual) else {
      return documents.different(usual, actual, from: "a date")
    }
    guard !rules.allows(moment) else { return nil }
    let clock = rules.clockReadings.isEmpty ? "" : ", or one that the clock of the case showed"
    let window = rules.window
    return documents.different(
      usual,
      actual,
      "expected a date within the run, from \(window.lowerBound) to \(window.upperBound)\(clock), found \(moment)"
    )
  }

  private func date(_ moment: Timestamp) -> JSON { ["$date": .string(moment.description)] }

  private mutating func identifierFault(_ actual: ActualEvent) -> Comparison? {
    let usual: JSON = [Matcher.type.rawValue: .string(TypeMatcher.Form.objectId.rawValue)]
    let comparison = documents.compareMember(usual, actual["_id"])
    guard comparison.isEqual else { return comparison }
    guard let first = actual.repeatedIdentifier, let id = actual["_id"] else { return nil }
    return documents.different(
      usual,
      id,
      "is the _id of the answer's event [\(first)] too: every event has its own"
    )
  }

  private mutating func comparePartition(_ expected: JSON?, _ actual: JSON?) -> Comparison? {
    let usual: JSON = .string(rules.partitionPrefix + "-<objectId>")
    guard let actual else { return documents.compareMember(expected ?? usual, nil) }
    guard let text = actual.string, rules.isPartition(text) else {
      return documents.different(usual, actual, from: Abbreviation.describe(usual))
    }
    return expected.map { documents.compare($0, actual) }
  }
}
