/// How much is looked at to find out what explains the events of one object.
///
/// A search for an explanation may go through all events of the object, and an object that devices create and delete without
/// end needs one again and again. Once the effort is spent, the rest counts as explained. So the time of a check grows with
/// the trail and no faster, and no event is accused that was not looked into.
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
