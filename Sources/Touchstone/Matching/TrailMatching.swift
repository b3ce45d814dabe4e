import JSON

/// Holds a whole trail against the events that a case expects, aligned so that a difference is told as it is
/// most likely meant: an event that is missing, one too many, or one that is wrong in places.
struct TrailMatching {
  /// How many events beyond the expected number are looked at one by one.
  static let surplusLimit = 50

  private var events: EventMatching

  init(_ rules: TrailRules) { events = EventMatching(rules) }

  mutating func compare(_ expected: [JSON], _ documents: [JSON], anyOrder: Bool) -> Comparison {
    let actual = ActualEvent.trail(Array(documents.prefix(expected.count + Self.surplusLimit)))
    var elements = anyOrder ? compareInAnyOrder(expected, actual) : compareInOrder(expected, actual)
    if documents.count > actual.count {
      let rest = documents.count - actual.count
      elements.append(
        .init(
          index: actual.count,
          value: .extra(actual: documents[actual.count]) {
            "not expected: this and \(rest - 1) more events"
          }
        )
      )
    }
    return .array(elements)
  }

  // MARK: In order

  private mutating func compareInOrder(_ expected: [JSON], _ actual: [ActualEvent]) -> [Comparison
    .Element]
  {
    if expected.count == actual.count {
      let inPlace = zip(expected, actual).map { events.compare($0, $1) }
      if inPlace.allSatisfy(\.isEqual) {
        return inPlace.enumerated().map { .init(index: $0, value: $1) }
      }
    }
    guard expected.count * actual.count <= Self.pairLimit else {
      return compareInPlace(expected, actual)
    }
    let pairs = compareAll(expected, actual)
    let way = Alignment.cheapest(
      expected.count,
      actual.count,
      missing: { isOptional(expected[$0]) ? 0 : Self.gap },
      extra: { _ in Self.gap },
      pair: { Self.cost(of: pairs[$0][$1]) }
    )
    return way.map { step in
      switch step {
      case .pair(let row, let column): .init(index: column, value: pairs[row][column])
      case .missing(let row): .init(index: row, value: missing(expected[row]))
      case .extra(let column): .init(index: column, value: extra(actual[column]))
      }
    }
  }

  /// How many pairs of events are compared to find out which belong together.
  private static let pairLimit = 10_000

  /// Each event with the one in its place: what is left for a trail too long to be aligned.
  private mutating func compareInPlace(
    _ expected: [JSON],
    _ actual: [ActualEvent]
  ) -> [Comparison.Element] {
    (0..<max(expected.count, actual.count)).map { index in
      if index >= expected.count { return .init(index: index, value: extra(actual[index])) }
      if index >= actual.count { return .init(index: index, value: missing(expected[index])) }
      return .init(index: index, value: events.compare(expected[index], actual[index]))
    }
  }

  // MARK: In any order

  private mutating func compareInAnyOrder(
    _ expected: [JSON],
    _ actual: [ActualEvent]
  ) -> [Comparison.Element] {
    guard expected.count * actual.count <= Pairing.limit else {
      return compareInPlace(expected, actual)
    }
    let pairs = compareAll(expected, actual)
    let pairing = Pairing(
      fits: pairs.map { $0.map(\.isEqual) },
      rightCount: actual.count,
      required: expected.indices.filter { !isOptional(expected[$0]) }
    )
    var leftOver = pairing.leftOver
    var elements: [Comparison.Element] = []
    for (row, partner) in pairing.partners.enumerated() {
      if let partner {
        elements.append(.init(index: partner, value: pairs[row][partner]))
      } else if !isOptional(expected[row]), let nearest = nearest(pairs[row], leftOver) {
        elements.append(.init(index: leftOver[nearest], value: pairs[row][leftOver[nearest]]))
        leftOver.remove(at: nearest)
      } else {
        elements.append(.init(index: row, value: missing(expected[row])))
      }
    }
    return elements + leftOver.map { .init(index: $0, value: extra(actual[$0])) }
  }

  /// The event among those left over that is most like the expected one, if any is like it.
  private func nearest(_ row: [Comparison], _ leftOver: [Int]) -> Int? {
    let costs = leftOver.map { Self.cost(of: row[$0]) }
    guard let least = costs.min(), least < 2 * Self.gap else { return nil }
    return costs.firstIndex(of: least)
  }

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

  private mutating func compareAll(_ expected: [JSON], _ actual: [ActualEvent]) -> [[Comparison]] {
    var rows: [[Comparison]] = []
    for event in expected { rows.append(actual.map { events.compare(event, $0) }) }
    return rows
  }

  // MARK: Events without a partner

  private func isOptional(_ expected: JSON) -> Bool { expected["optional"]?.bool == true }

  private func missing(_ expected: JSON) -> Comparison {
    guard !isOptional(expected) else { return .absent(expected: expected) }
    return .missing(expected: expected) {
      "missing: \(Self.name(expected["event"], expected["activity"], expected["data"]))"
    }
  }

  private func extra(_ actual: ActualEvent) -> Comparison {
    let activity = actual[events.rules.activityField]
    return .extra(actual: actual.readable(activityField: events.rules.activityField)) {
      "not expected: \(Self.name(actual["event"], activity, actual["data"]))"
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
