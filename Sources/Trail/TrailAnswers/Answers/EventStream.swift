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
    fileprivate let event: WantedEvents.Event
    fileprivate let question: TrailQuestion

    /// Hands on one after the other.
    package func forEach(_ body: (Act) -> Void) { event.forEachAct { body(Act($0, question)) } }
  }

  /// What an event says of one object, read when it is asked; it is gone when the next event is read.
  package struct Act {
    private let act: ObjectAct
    private let question: TrailQuestion

    fileprivate init(_ act: ObjectAct, _ question: TrailQuestion) {
      (self.act, self.question) = (act, question)
    }
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
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      body(
        Event(
          document: event.document,
          text: event.text.map { $0.string ?? $0.json.text() },
          isUnread: event.kind != .custom && event.payload == nil
        ),
        Acts(event: event, question: question)
      )
    }
    var reading = events.reading
    reading.remarks += remarks
    return reading
  }
}

extension EventStream.Act {
  /// The class; nil if the object is an expanded link of a class that is not known.
  package var className: String? { act.className }

  /// The primary key; nil if it has none.
  package var key: JSON? {
    act.key.map { key in
      guard question.pseudonym != nil, let shownKey else { return key.json }
      return .string(shownKey)
    }
  }

  /// The primary key as it can be asked for; nil if it has none.
  package var shownKey: String? {
    ObjectName(act.className ?? "", act.key).map(question.shownKey)
  }

  /// What was done with it, in a word.
  package var kind: ObjectAct.Kind { act.kind }

  /// What was done with it, with the values.
  package var action: ObjectTimeline.Action { ObjectTimeline.Action(act) }

  /// Where it was seen, if that was in an expanded link.
  package var owner: ObjectTimeline.Owner? {
    act.owner.map { ObjectTimeline.Owner($0, act, question) }
  }

  /// What it was seen or created as, or was before it was changed or deleted, as compact JSON.
  package var objectText: String { act.object.compactText }

  /// Hands on the name of each property that changed; as compact JSON, unless values are not shown, its value before, if that
  /// is known, and afterwards.
  package func forEachChange(
    showsValues: Bool = true,
    _ body: (_ name: String, _ old: String?, _ new: String?) -> Void
  ) {
    act.forEachChange { name, old, new in
      body(name, showsValues ? old?.compactText : nil, showsValues ? new.compactText : nil)
    }
  }
}
