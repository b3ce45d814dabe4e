public import Foundation
import JSON
import TrailAnswers
import TrailReading

/// What was seen and done, event by event.
extension Trail {
  /// One event, with what it says of each object that was asked for.
  public struct Event: Sendable, Hashable {
    /// What an event says of an object.
    public struct Mention: Sendable, Hashable {
      /// The class; nil if the object is an expanded link of a class that is not known.
      public let className: String?
      /// The primary key as it can be asked for; nil if it has none.
      public let key: String?
      /// What became of the object.
      public let action: Appearance.Action
      /// The object in whose expanded link it was seen, such as `Visit/5`; nil if it was read itself.
      public let owner: String?
      /// The properties that the event shows or leaves, as JSON.
      public let values: [String: String]
      /// Of a change, what the properties were before, as JSON, as far as the event says.
      public let old: [String: String]
    }

    /// The event's `_id`.
    public let id: String?
    /// The partition.
    public let partition: String?
    /// When, as the event says.
    public let date: Date?
    /// Under which activity.
    public let activity: String?
    /// `read`, `write`, or the type of a custom event.
    public let event: String?
    /// Who it was, and what else the event says of itself.
    public let metadata: [String: String]
    /// What a custom event says.
    public let text: String?
    /// Whether it is of a scope, and its payload could not be read.
    public let isUnread: Bool
    /// Where it is: the name of the trail or a file, and the number of the document.
    public let place: String
    /// What it says of the objects.
    public let mentions: [Mention]
  }

  /// Hands on the events that are asked for, in the order of the trail; no more than one of them is held in memory.
  ///
  /// ```swift
  /// var query = TrailQuery()
  /// query.metadata = ["username": ["jason"]]
  /// try trail.forEachEvent(query) { event in
  ///   for mention in event.mentions { print(event.date ?? .distantPast, mention.action, mention.key ?? "") }
  /// }
  /// ```
  ///
  /// - Returns: how far the trail could be read.
  /// - Throws: a ``TrailFault`` if the trail cannot be read, has no document, or not what the query names.
  @discardableResult
  public func forEachEvent(
    _ query: TrailQuery = TrailQuery(),
    _ body: (Event) -> Void
  ) throws(TrailFault) -> TrailExtent {
    let answer: TrailAnswer<Event> = try answer(query) { question throws(TrailError) in
      let reading = try EventStream(question).read(inputs) { event, acts in
        var mentions: [Event.Mention] = []
        acts.forEach { mentions.append(Event.Mention($0)) }
        body(Event(event, mentions))
      }
      return ([], reading)
    }
    return answer.extent
  }

  /// The events that are asked for, in the order of the trail.
  ///
  /// ```swift
  /// let query = TrailQuery(about: "Patient/5", schema: schema)
  /// let writes = try trail.events(query).rows.filter { $0.event == "write" }
  /// ```
  public func events(_ query: TrailQuery = TrailQuery()) throws(TrailFault) -> TrailAnswer<Event> {
    var rows: [Event] = []
    let extent = try forEachEvent(query) { rows.append($0) }
    return TrailAnswer(rows, extent)
  }
}

extension Trail.Event {
  init(_ event: EventStream.Event, _ mentions: [Mention]) {
    let document = event.document
    (id, partition, activity) = (document.id, document.partition, document.activity)
    date = document.timestamp.map { Date(milliseconds: $0) }
    (self.event, metadata) = (document.event, document.firstMetadata)
    (text, isUnread) = (event.text, event.isUnread)
    (place, self.mentions) = (document.position.description, mentions)
  }
}

extension Trail.Event.Mention {
  init(_ act: EventStream.Act) {
    (className, key, owner) = (act.className, act.shownKey, act.owner?.name)
    (action, values, old) = Trail.Appearance.parts(of: act.action)
  }
}
