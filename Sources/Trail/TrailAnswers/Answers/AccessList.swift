package import JSON
package import TrailReading

/// Who saw or changed objects, by day: an access report, which holds no value.
package struct AccessList: Sendable {
  /// What one user did with one object on one day.
  package struct Entry: Sendable {
    /// The class and the key.
    package var object: String
    /// The day, empty for events without a time.
    package var day: String
    /// The metadata under which it was done.
    package var user: String
    /// How many events show the object.
    package var seen = 0
    /// How many of these show it inside another object, found by its key alone: its class is not known.
    package var seenByKey = 0
    /// How many events create, change or delete it.
    package var created = 0, changed = 0, deleted = 0
    /// The first instant, in milliseconds since 1970.
    package var first: Int64?
    /// The last instant.
    package var last: Int64?
    /// How many events of each activity there are; nil stands for the documents that have none.
    package var activities: [ByteKey?: Int] = [:]
  }

  private struct Group: Hashable {
    var object: ByteKey
    var day: Int64?
    var user: ByteKey
  }

  /// What one event says of one object.
  fileprivate struct Sum {
    var kinds: Set<ObjectAct.Kind> = []
    /// Whether its class is known.
    var isCertain = false

    mutating func note(_ act: ObjectAct) {
      kinds.insert(act.kind)
      if act.className != nil { isCertain = true }
    }
  }

  /// By object, day and user.
  package private(set) var entries: [Entry] = []
  /// How many events there are.
  package private(set) var count = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()

  /// Reads files; the question names an object or classes.
  package init(in inputs: [TrailInput], _ question: TrailQuestion) throws(TrailError) {
    var question = question
    let remarks = try question.settleKeys(in: inputs)
    var groups = Groups<Group, Entry>()
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      let document = event.document
      let user = question.user(document)
      // An object may be in an event several times: as itself, and in expanded links.
      var sums: [ByteKey: Sum] = [:]
      event.forEachAct { sums[Self.name($0, question), default: Sum()].note($0) }
      for (object, sum) in sums {
        let day = document.timestamp.map(question.offset.dayNumber)
        groups.update(Group(object: object, day: day, user: ByteKey(user))) {
          let day = document.timestamp.map(question.offset.day) ?? ""
          return Entry(object: object.text, day: day, user: user)
        } change: { entry in
          entry.note(document, sum)
        }
      }
    }
    (count, reading) = (events.count, events.reading)
    reading.remarks += remarks + [groups.remark].compactMap(\.self)
    entries = groups.entries.sorted {
      let (left, right) = ($0.key, $1.key)
      if left.object != right.object { return left.object < right.object }
      return (left.day ?? .max, left.user) < (right.day ?? .max, right.user)
    }.map(\.value)
  }

  private static func name(_ act: ObjectAct, _ question: TrailQuestion) -> ByteKey {
    let asked = act.className == nil ? question.objects.first(where: act.isAbout) : nil
    let className = act.className ?? asked?.className ?? ""
    guard let name = ObjectName(className, act.key) else { return ByteKey("\(className)/") }
    return ByteKey("\(className)/\(question.shownKey(of: name))")
  }
}

extension AccessList.Entry {
  fileprivate mutating func note(_ document: AuditDocument, _ sum: AccessList.Sum) {
    if sum.kinds.contains(.seen) { seen += 1 }
    if !sum.isCertain { seenByKey += 1 }
    if sum.kinds.contains(.created) { created += 1 }
    if sum.kinds.contains(.changed) { changed += 1 }
    if sum.kinds.contains(.deleted) { deleted += 1 }
    activities.count(document.activity.map { ByteKey($0) })
    widen(&first, &last, to: document.timestamp)
  }
}
