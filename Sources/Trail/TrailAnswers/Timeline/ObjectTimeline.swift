package import JSON
package import TrailReading

/// What a trail says of one object: who saw it, who changed what, when, under which activity.
package struct ObjectTimeline: Sendable {
  /// One event that mentions the object.
  package struct Entry: Sendable, Hashable {
    /// The event, without its payload.
    package var document: AuditDocument
    /// What it says.
    package var action: Action
    /// How many other objects it mentions.
    package var others: Int
    /// Where the object was seen, if that was in an expanded link of another one.
    package var owner: Owner?
    /// What the object was before a change, as far as the event says.
    package var before: JSON?
  }

  /// The object with an expanded link.
  package struct Owner: Sendable, Hashable {
    /// Its class and its key; empty where the class is not known.
    package var name: String
    /// The property that is the link.
    package var property: String
    /// Whether the class of what is linked to is known: without a schema, only the key is.
    package var isCertain: Bool
  }

  /// What was done with the object.
  package enum Action: Sendable, Hashable {
    /// It was seen as this.
    case seen(JSON)
    /// It was created as this.
    case created(JSON)
    /// Properties were changed.
    case changed([Change])
    /// It was deleted, and was this before.
    case deleted(JSON)
  }

  /// What became of a property.
  package struct Change: Sendable, Hashable {
    /// The property.
    package var name: String
    /// Its value before; nil if it was left out.
    package var old: JSON?
    /// Its value afterwards.
    package var new: JSON
  }

  /// What the object is called.
  package let name: String
  /// The events in the order of time, those of one instant in the order of the trail.
  package private(set) var entries: [Entry] = []
  /// How many times an event mentions it, those included that had no room.
  package private(set) var count = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()
  /// What tells values of its properties that are the same from others.
  package let comparison: ValueComparison

  init(of object: ObjectName, _ question: TrailQuestion) {
    name = "\(object.className)/\(question.shownKey(of: object))"
    comparison = ValueComparison(question.schema, question.primaryKeys, className: object.className)
  }

  /// Reads files, and keeps the first events of the object that a filter admits.
  package init(
    of object: ObjectName,
    in inputs: [TrailInput],
    _ question: TrailQuestion = TrailQuestion(),
    limit: Int = 10_000
  ) throws(TrailError) {
    var question = question
    question.objects = [object]
    self = try ObjectTimelines(in: inputs, question, limit: limit).all[0]
  }

  /// Takes an event down, if there is room for it.
  mutating func note(_ entry: @autoclosure () -> Entry, limit: Int) {
    count += 1
    if entries.count < limit { entries.append(entry()) }
  }

  /// Ends it, with the events in the order of time, those of one instant in that of their ids.
  mutating func close(_ reading: ReadingExtent) {
    self.reading = reading
    entries = entries.enumerated().sorted { left, right in
      let (a, b) = (left.element.document, right.element.document)
      if a.timestamp != b.timestamp { return a.timestamp ?? .min < b.timestamp ?? .min }
      return (a.rank, left.offset) < (b.rank, right.offset)
    }.map(\.element)
  }
}

extension ObjectTimeline.Owner {
  init(_ owner: ObjectAct.Owner, _ act: ObjectAct, _ question: TrailQuestion) {
    let key = ObjectName(owner.className, owner.key).map(question.shownKey)
    name = owner.className + (key.map { "/" + $0 } ?? "")
    property = owner.property
    isCertain = act.className != nil
  }
}

extension ObjectTimeline.Action {
  init(_ act: ObjectAct) {
    switch act.kind {
    case .seen: self = .seen(act.object.json)
    case .created: self = .created(act.object.json)
    case .deleted: self = .deleted(act.object.json)
    case .changed: self = .changed(act.changes)
    }
  }
}

extension ObjectAct {
  /// The properties that a modification changed.
  var changes: [ObjectTimeline.Change] {
    var changes: [ObjectTimeline.Change] = []
    forEachChange { changes.append(ObjectTimeline.Change(name: $0, old: $1?.json, new: $2.json)) }
    return changes
  }

  /// Hands on each of them: its name, what it was before, if that is known, and what it is now.
  func forEachChange(_ body: (_ name: String, _ old: Value?, _ new: Value) -> Void) {
    guard let newValue else { return }
    let old = Members(of: object)
    for value in newValue.members { body(value.name, old[value], value) }
  }
}
