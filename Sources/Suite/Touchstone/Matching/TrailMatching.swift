import JSON

/// Holds a whole trail against the events that a case expects, aligned so that a difference is told as it is
/// most likely meant: an event that is missing, one too many, or one that is wrong in places.
struct TrailMatching {
  /// How many events beyond the expected number are looked at one by one.
  static let surplusLimit = 50

  private var events: EventMatching

  init(_ rules: TrailRules) { events = EventMatching(rules) }

  mutating func compare(_ expected: [JSON], _ documents: [JSON], anyOrder: Bool) -> Comparison {
    let expected = expected.map(\.withoutReason)
    let actual = ActualEvent.trail(Array(documents.prefix(expected.count + Self.surplusLimit)))
    let rules = events.rules
    let sequence = SequenceMatching(
      expected: expected.count,
      actual: actual.count,
      gap: Self.gap,
      cost: Self.cost,
      isOptional: { expected[$0][.isOptional] == true },
      missing: { Self.missing(expected[$0]) },
      extra: { Self.extra(actual[$0], at: $0, rules) }
    )
    let isFree = anyOrder && expected.count * actual.count <= Pairing.limit
    var elements =
      isFree
      ? sequence.inAnyOrder(below: 2 * Self.gap) { events.compare(expected[$0], actual[$1]) }
      : sequence.inOrder(limit: anyOrder ? 0 : Self.pairLimit) {
        events.compare(expected[$0], actual[$1])
      }
    if documents.count > actual.count {
      let rest = documents.count - actual.count
      elements.append(
        .init(
          index: actual.count,
          value: .extra(actual: documents[actual.count]) {
            "\(rest) events more than expected, from [\(actual.count)] of the answer"
          }
        )
      )
    }
    return .array(elements)
  }

  /// How many pairs of events are compared to find out which belong together.
  private static let pairLimit = 10_000

  // MARK: Costs

  /// What an event that is missing or too many costs.
  ///
  /// A pair that has neither event nor activity in common
  /// costs as much as two of them, any other pair less.
  private static let gap = 5

  private static func cost(of comparison: Comparison) -> Int {
    guard case .object(let members) = comparison else {
      return comparison.isEqual ? 0 : 2 * gap
    }
    var cost = 0
    var details = 0
    for member in members {
      let count = member.value.differenceCount
      switch member.key {
      case "event", "activity", "scope": cost += count > 0 ? gap : 0
      default: details += count
      }
    }
    return cost + min(details, gap - 1)
  }

  // MARK: Events without a partner

  private static func missing(_ expected: JSON) -> Comparison {
    guard expected[.isOptional] != true else { return .absent(expected: expected) }
    return .missing(expected: expected) {
      "missing: \(name(expected["event"], expected["activity"], expected["data"]))"
    }
  }

  private static func extra(
    _ actual: ActualEvent,
    at index: Int,
    _ rules: TrailRules
  ) -> Comparison {
    let activity = actual[rules.activityField]
    return .extra(actual: actual.readable(activityField: rules.activityField)) {
      "one event more than expected, [\(index)] of the answer: "
        + name(actual["event"], activity, actual["data"])
    }
  }

  /// An event in a line: `read in "open record", {"type":"Person",…`.
  private static func name(_ event: JSON?, _ activity: JSON?, _ data: JSON?) -> String {
    let kind = Abbreviation.shorten(event?.string ?? "an event without a type", to: 30)
    let place = Abbreviation.describe(activity ?? .null)
    let payload = data?.string ?? data.flatMap { $0.isNull ? nil : $0.text() } ?? "no data"
    return "\(kind) in \(place), \(Abbreviation.shorten(payload, to: 100))"
  }
}
