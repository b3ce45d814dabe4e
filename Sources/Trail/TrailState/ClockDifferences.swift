import TrailReading

/// How far the clocks of devices are apart at least, as far as what they say of one object shows: a device that has a value
/// earlier by its clock than another one left it has a clock that is behind that one's.
enum ClockDifferences {
  /// What one event says of an object.
  struct Statement {
    var device: UInt32
    var time: Int64
    /// The values that the object had, each with its property, as far as they are not null; and those that the event leaves.
    var before, after: [UInt64]
  }

  /// By how many milliseconds the clock of each device is ahead; nil if nothing shows that one is, or if what is said cannot
  /// all be right.
  static func leads(shownBy statements: [Statement]) -> [UInt32: Int64]? {
    let distances = distances(statements)
    guard !distances.isEmpty else { return nil }
    var leads: [UInt32: Int64] = [:]
    // Each round settles one device more.
    for _ in 0...Set(distances.keys.map(\.ahead)).count {
      var isSettled = true
      for (pair, distance) in distances {
        let least = leads[pair.behind, default: 0] + distance
        if leads[pair.ahead, default: 0] < least {
          leads[pair.ahead] = least
          isSettled = false
        }
      }
      if isSettled { return leads }
    }
    return nil
  }

  /// When something happened by a clock that agrees with that of the device that is behind all others.
  static func moment(of time: Int64, ahead lead: Int64?) -> Int64 {
    let (moment, isOverflow) = time.subtractingReportingOverflow(lead ?? 0)
    return isOverflow ? time : moment
  }

  private struct Pair: Hashable {
    var ahead, behind: UInt32
  }

  /// How far two clocks are apart at least.
  private static func distances(_ statements: [Statement]) -> [Pair: Int64] {
    var first: [UInt64: Statement] = [:]
    for statement in statements {
      for value in statement.after where (first[value].map { statement.time < $0.time }) ?? true {
        first[value] = statement
      }
    }
    var distances: [Pair: Int64] = [:]
    for statement in statements {
      for value in statement.before {
        guard let producer = first[value], producer.device != statement.device else { continue }
        let (distance, isOverflow) = producer.time.subtractingReportingOverflow(statement.time)
        guard !isOverflow, (1..<ClockBound.milliseconds).contains(distance) else { continue }
        let pair = Pair(ahead: producer.device, behind: statement.device)
        // The value was left before it was shown.
        distances[pair] = max(distances[pair] ?? 0, distance + 1)
      }
    }
    return distances
  }
}
