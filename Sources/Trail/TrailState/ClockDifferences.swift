import TrailReading

/// How far the clocks of devices are apart at least, as far as what they say of one object shows: a device that has a value
/// earlier by its clock than another one left it has a clock that is behind that one's, and so has one that creates an object
/// which it had, earlier by its clock than another one deleted it.
enum ClockDifferences {
  /// What one event says of an object.
  struct Statement {
    enum Act { case created, deleted, other }

    var device: UInt32
    var time: Int64
    var act = Act.other
    /// The values that the object had, each with its property, as far as they are not null; and those that the event leaves.
    var before, after: [UInt64]
  }

  /// By how many milliseconds the clock of each device is ahead; nil if nothing shows that one is, or if what is said cannot
  /// all be right.
  static func leads(shownBy statements: [Statement]) -> [UInt32: Int64]? {
    var distances = Distances()
    noteValues(statements, &distances)
    noteCreations(statements, &distances)
    let byPair = distances.byPair
    guard !byPair.isEmpty else { return nil }
    var leads: [UInt32: Int64] = [:]
    // Each round settles one device more.
    for _ in 0...Set(byPair.keys.map(\.ahead)).count {
      var isSettled = true
      for (pair, distance) in byPair {
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

  /// How far two clocks are apart at least.
  private struct Distances {
    struct Pair: Hashable {
      var ahead, behind: UInt32
    }

    private(set) var byPair: [Pair: Int64] = [:]

    /// Notes that a device knew, by its clock, what another one did by its own.
    mutating func note(_ later: Statement, knows earlier: Statement) {
      let (distance, isOverflow) = earlier.time.subtractingReportingOverflow(later.time)
      guard !isOverflow, (1..<ClockBound.milliseconds).contains(distance) else { return }
      let pair = Pair(ahead: earlier.device, behind: later.device)
      // It was done before it was known.
      byPair[pair] = max(byPair[pair] ?? 0, distance + 1)
    }
  }

  private static func noteValues(_ statements: [Statement], _ distances: inout Distances) {
    var first: [UInt64: Statement] = [:]
    for statement in statements {
      for value in statement.after where (first[value].map { statement.time < $0.time }) ?? true {
        first[value] = statement
      }
    }
    for statement in statements {
      for value in statement.before {
        guard let producer = first[value], producer.device != statement.device else { continue }
        distances.note(statement, knows: producer)
      }
    }
  }

  /// So many devices that created the object are looked at.
  private static let maximumCreators = 16

  /// Notes deletions that a device knew of: it had the object, and created it.
  private static func noteCreations(_ statements: [Statement], _ distances: inout Distances) {
    guard statements.contains(where: { $0.act == .deleted }) else { return }
    var leavers: [UInt64: [UInt32: Int64]] = [:]
    for statement in statements {
      for value in statement.after {
        let earlier = leavers[value]?[statement.device] ?? .max
        leavers[value, default: [:]][statement.device] = min(earlier, statement.time)
      }
    }
    /// Whether only the device of a creation has left a value, and not before it: a deletion that shows it came later.
    func isNew(_ value: UInt64, _ creation: Statement) -> Bool {
      guard let leavers = leavers[value], leavers.count == 1 else { return false }
      return leavers[creation.device].map { $0 >= creation.time } ?? false
    }
    let creators = Set(statements.filter { $0.act == .created }.map(\.device)).sorted()
    for device in creators.prefix(maximumCreators) {
      var deletions = statements.filter { $0.act == .deleted && $0.device != device }[...]
      var isThere = false
      var creation: Statement?
      for statement in statements where statement.device == device {
        // Further scopes record the same creation.
        guard statement.act == .created, creation?.after != statement.after else {
          isThere = statement.act != .deleted
          continue
        }
        if isThere, let deletion = deletions.first, deletion.time > statement.time,
          !deletion.before.contains(where: { isNew($0, statement) })
        {
          distances.note(statement, knows: deletion)
          deletions = deletions.drop { $0.time == deletion.time }
        } else {
          deletions = deletions.drop { $0.time <= statement.time }
        }
        (isThere, creation) = (true, statement)
      }
    }
  }
}
