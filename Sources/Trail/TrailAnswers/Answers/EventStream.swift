package import JSON
package import TrailReading

/// Hands on the events of a trail one after the other, with what each says of its objects: what a user saw and did.
package struct EventStream: Sendable {
  /// One event.
  package struct Event: Sendable {
    /// The event, without its payload.
    package var document: AuditDocument
    /// What a custom event says.
    package var text: String?
    /// Whether it is of a scope, and its payload could not be read.
    package var isUnread: Bool
  }

  /// What an event says of each object; of those that were asked for, if some were.
  ///
  /// There may be millions, and all are gone when the next event is read.
  package struct Acts {
    fileprivate let event: TrailWalk.Event
    fileprivate let question: TrailQuestion

    /// Hands on one after the other.
    package func forEach(_ body: (Act) -> Void) { event.forEachAct { body(Act($0, question)) } }

    /// All of them at once.
    package var all: [Act] {
      var all: [Act] = []
      forEach { all.append($0) }
      return all
    }
  }

  /// What an event says of one object.
  package struct Act: Sendable {
    /// The class; nil if the object is an expanded link of a class that is not known.
    package var className: String?
    /// The primary key; nil if it has none.
    package var key: JSON?
    /// What was done with it.
    package var action: ObjectTimeline.Action
    /// What it was before a change, as far as the event says.
    package var before: JSON?
    /// Where it was seen, if that was in an expanded link.
    package var owner: ObjectTimeline.Owner?
  }

  private let question: TrailQuestion

  /// The events that a question asks for.
  package init(_ question: TrailQuestion) { self.question = question }

  /// Reads files, in the order in which they are given; no more than one document is held.
  package func read(
    _ inputs: [TrailInput],
    _ body: (Event, Acts) -> Void
  ) throws(TrailError) -> ReadingExtent {
    var question = question
    let remarks = try question.settleKeys(in: inputs)
    var walk = TrailWalk(question)
    try walk.walk(inputs) { event in
      body(
        Event(
          document: event.document,
          text: event.text.map { $0.string ?? $0.json.text() },
          isUnread: event.kind != .custom && event.payload == nil
        ),
        Acts(event: event, question: question)
      )
    }
    var reading = walk.reading
    reading.remarks += remarks
    return reading
  }
}

extension EventStream.Act {
  init(_ act: ObjectAct, _ question: TrailQuestion) {
    className = act.className
    key = act.key.map { key in
      question.pseudonym == nil ? key.json : .string(question.shown(key.keyText))
    }
    action = ObjectTimeline.Action(act)
    before = act.kind == .changed ? act.object.json : nil
    owner = act.owner.map { ObjectTimeline.Owner($0, act, question) }
  }
}
