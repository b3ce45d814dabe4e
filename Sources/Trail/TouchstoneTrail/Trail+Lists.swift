import Formats
import TrailAnswers
import TrailReading

/// Who did what and how much, and what a trail covers.
extension Trail {
  /// Who saw or changed objects, by object, day and user.
  ///
  /// ```swift
  /// var query = TrailQuery(about: "Patient/5", schema: schema)
  /// query.properties = ["address.city"]
  /// for row in try trail.access(query).rows { print(row.day ?? "", row.user, row.seen) }
  /// ```
  ///
  /// - Parameter query: which events, of which objects or classes.
  /// - Returns: a row for each object, day and user.
  /// - Throws: a ``TrailFault`` if the trail cannot be read, has no document, or not what the query names, or if the query
  ///   names neither objects nor classes, and asks for no value and for no objects of others.
  public func access(_ query: TrailQuery) throws(TrailFault) -> TrailAnswer<Access> {
    guard
      !query.objects.isEmpty || !query.classes.isEmpty || !query.conditions.isEmpty
        || !query.objectsOf.isEmpty
    else {
      throw TrailFault("access to what? Name objects or classes, a condition, or objects of others")
    }
    return try answer(query) { question throws(TrailError) in
      let list = try AccessList(in: inputs, question)
      return (list.entries.map(Access.init), list.reading)
    }
  }

  /// What each user did under each activity, as numbers.
  ///
  /// ```swift
  /// let writers = Set(try trail.users().rows.filter { $0.writes > 0 }.map(\.user))
  /// ```
  public func users(_ query: TrailQuery = TrailQuery()) throws(TrailFault)
    -> TrailAnswer<UserActivity>
  {
    try answer(query) { question throws(TrailError) in
      let list = try UserList(in: inputs, question)
      return (list.entries.map(UserActivity.init), list.reading)
    }
  }

  /// What happened under each activity, in the order of their names.
  ///
  /// ```swift
  /// let names = try trail.activities().rows.compactMap(\.name)
  /// ```
  public func activities(_ query: TrailQuery = TrailQuery()) throws(TrailFault)
    -> TrailAnswer<Activity>
  {
    try answer(query) { question throws(TrailError) in
      let list = try ActivityList(in: inputs, question)
      var reading = list.reading
      if list.unlisted > 0 {
        reading.remarks.append(
          "\(Plural.of(list.unlisted, "event")) of further activities are left out: filter, to see them"
        )
      }
      return (list.entries.map(Activity.init), reading)
    }
  }

  /// On which days each partition has events, and where days are missing.
  ///
  /// ```swift
  /// for day in try trail.coverage().gaps { print(day.partition, day.gapStart ?? "", day.gap) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: which events.
  ///   - deviceField: the metadata field that says which device it was, whose gaps are those across its partitions; nil if
  ///     partitions are asked for.
  /// - Returns: the days that have events.
  /// - Throws: a ``TrailFault`` if the trail cannot be read, has no document, or not what the query names.
  public func coverage(
    _ query: TrailQuery = TrailQuery(),
    deviceField: String? = nil
  ) throws(TrailFault) -> Coverage {
    var (span, emptyDays) = (0, 0)
    let answer = try answer(query) { question throws(TrailError) in
      var question = question
      question.deviceField = deviceField
      let list = try CoverageList(in: inputs, question)
      (span, emptyDays) = (list.days, list.emptyDays)
      return (list.entries.map(Coverage.Day.init), list.reading)
    }
    return Coverage(days: answer.rows, span: span, emptyDays: emptyDays, extent: answer.extent)
  }

  /// Asks, and refuses a trail without a document: the answer would be that nobody did anything.
  func answer<Row>(
    _ query: TrailQuery,
    _ body: (TrailQuestion) throws(TrailError) -> ([Row], ReadingExtent)
  ) throws(TrailFault) -> TrailAnswer<Row> {
    let question = try query.question()
    do throws(TrailError) {
      let (rows, reading) = try body(question)
      guard reading.documents > 0 || reading.unreadCount > 0 else {
        throw TrailError("there is no document in the trail")
      }
      return TrailAnswer(rows, TrailExtent(reading))
    } catch {
      throw TrailFault(error.description)
    }
  }
}
