public import Foundation
import JSON
import TrailAnswers
import TrailReading

/// What became of several objects, or of all objects of some classes: the trail is read once for all of them.
extension Trail {
  /// The events that mention an object, in the order of time.
  public struct Timeline: Sendable, Hashable {
    /// The class, a slash and the key.
    public let object: String
    /// Each event that mentions it, once for each place in it.
    public let appearances: [Appearance]
  }

  /// An object with what it is at a time.
  public struct KnownObject: Sendable, Hashable {
    /// The class, a slash and the key.
    public let object: String
    /// What it is.
    public let state: ObjectState
  }

  /// What became of an object between two times.
  public struct Difference: Sendable, Hashable {
    /// A property that differs.
    public struct Change: Sendable, Hashable {
      /// The property.
      public let property: String
      /// Its value at the first time, as JSON; nil if none is known.
      public let old: String?
      /// Its value at the second time, as JSON; nil if none is known.
      public let new: String?
      /// The `_id` of the first event that shows the new value.
      public let evidence: String?
    }

    /// The class, a slash and the key.
    public let object: String
    /// The states at both times.
    public let before, after: ObjectState
    /// The properties that differ.
    public let changes: [Change]
  }

  /// Who saw objects and what changed: each of those that the query names, or all of its classes.
  ///
  /// ```swift
  /// let query = TrailQuery(about: "Patient/5", "Patient/6", schema: schema)
  /// for timeline in try trail.timelines(query).rows { print(timeline.object, timeline.appearances.count) }
  /// ```
  ///
  /// - Throws: a ``TrailFault`` if the trail cannot be read, has no document, or not what the query names, or if there are
  ///   more than a million events about the objects.
  public func timelines(_ query: TrailQuery) throws(TrailFault) -> TrailAnswer<Timeline> {
    try lives(query, until: nil) { timeline in
      Timeline(object: timeline.name, appearances: timeline.entries.map(Appearance.init))
    }
  }

  /// What each object that the query names, or of its classes each that an event mentions by then, is at a time.
  ///
  /// ```swift
  /// var query = TrailQuery()
  /// query.classes = ["Patient"]
  /// let present = try trail.states(query, at: date).rows.filter { $0.state.exists == true }
  /// ```
  ///
  /// - Parameters:
  ///   - query: which objects or classes.
  ///   - date: the instant; nil for the end of the trail.
  /// - Returns: the objects, those of classes in the order of their names.
  /// - Throws: a ``TrailFault`` as ``timelines(_:)`` does.
  public func states(
    _ query: TrailQuery,
    at date: Date? = nil
  ) throws(TrailFault) -> TrailAnswer<KnownObject> {
    let instant = date?.milliseconds ?? .max
    return try lives(query, until: date) { timeline in
      let snapshot = ObjectSnapshot(timeline, at: instant)
      if query.objects.isEmpty, snapshot.life == .unknown { return nil }
      return KnownObject(object: timeline.name, state: ObjectState(snapshot))
    }
  }

  /// What differs in objects between two times: a row for each object that differs.
  ///
  /// ```swift
  /// let query = TrailQuery(about: "Patient/5", schema: schema)
  /// for row in try trail.differences(query, from: monday, to: friday).rows { print(row.changes) }
  /// ```
  public func differences(
    _ query: TrailQuery,
    from start: Date,
    to end: Date
  ) throws(TrailFault) -> TrailAnswer<Difference> {
    guard start < end else { throw TrailFault("\(start) is not before \(end)") }
    return try lives(query, until: end) { timeline in
      let found = ObjectDifference(timeline, from: start.milliseconds, to: end.milliseconds)
      let difference = Difference(timeline.name, found)
      let isSame = found.changes.isEmpty && difference.before.exists == difference.after.exists
      return isSame ? nil : difference
    }
  }

  /// How many events of all objects are kept at the most.
  private static let eventLimit = 1_000_000

  private func lives<Row>(
    _ query: TrailQuery,
    until date: Date?,
    _ row: (ObjectTimeline) -> Row?
  ) throws(TrailFault) -> TrailAnswer<Row> {
    guard query.objects.isEmpty != query.classes.isEmpty else {
      throw TrailFault("of what? Name objects or classes, and not both")
    }
    return try answer(query) { question throws(TrailError) in
      var question = question
      let instant = date?.milliseconds
      // A later event is not a reason to believe an earlier value.
      if let instant { question.filter.to = min(question.filter.to ?? .max, instant + 1) }
      var lives = try ObjectTimelines(
        in: inputs,
        question,
        limit: .max,
        total: Self.eventLimit
      )
      if let instant { try lives.noteLateDevices(at: instant, in: inputs, question) }
      return (lives.all.compactMap(row), lives.reading)
    }
  }
}

extension Trail.ObjectState {
  init(_ snapshot: ObjectSnapshot) {
    exists =
      switch snapshot.life {
      case .unknown: nil
      case .present: true
      case .deleted: false
      }
    var values: [String: String] = [:]
    var evidence: [String: String] = [:]
    for (name, property) in snapshot.properties {
      values[name] = property.value.text()
      evidence[name] = property.since.document.id
    }
    (self.values, self.evidence) = (values, evidence)
  }
}

extension Trail.Difference {
  init(_ object: String, _ difference: ObjectDifference) {
    self.object = object
    before = Trail.ObjectState(difference.first)
    after = Trail.ObjectState(difference.second)
    changes = difference.changes.map { change in
      Change(
        property: change.name,
        old: change.old?.text(),
        new: change.new?.value.text(),
        evidence: change.new?.since.document.id
      )
    }
  }
}
