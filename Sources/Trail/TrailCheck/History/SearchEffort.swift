/// How much is looked at to find out what explains the events of one object.
///
/// Whoever looks for an explanation may go through all events of the object, and an object that devices create and delete
/// without end asks for one again and again. What remains once the effort is spent counts as explained: a check takes no
/// longer than the trail is long, and accuses no event that it has not looked into.
struct SearchEffort {
  /// So many events may be looked at for each event of the object.
  private static let perEvent = 200

  private var rest: Int

  init(events: Int) { rest = events * Self.perEvent }

  /// Whether some explanations were not looked for.
  var isSpent: Bool { rest < 0 }

  /// Whether so many more events may be looked at.
  mutating func allows(_ count: Int) -> Bool {
    if rest >= 0 { rest -= count }
    return rest >= 0
  }
}
