import Deflate
package import ReferenceRealm

/// How what happens in a realm becomes events: the stages as values, so that each can be read, tested and replaced alone.
///
/// The pipeline of an edition does what the specification asks for.
package struct Pipeline: Sendable {
  /// In what editions differ.
  package let edition: Edition
  /// Takes in what happens, and returns what is complete by it (SCOPE, READ, META).
  package var observe: @Sendable (Operation, inout Recording) -> Recorded?
  /// Merges the reads of a scope; what it returns are the events of the scope, in their order (COMBINE).
  package var combine: @Sendable (ScopeLog) -> [LogEntry]
  /// Says which links are written as full objects in the events that combining left of a scope; nil for none (LINK).
  package var follow: @Sendable (_ events: [LogEntry], _ scope: ScopeLog) -> LinkExpansion?
  /// Writes the payload of the event at a place of its scope; nil if it is not part of the trail (SERIAL).
  package var serialize:
    @Sendable (LogEntry, _ place: Int, inout PayloadSerializer) throws(EventError) -> [UInt8]?
  /// Which objects a write event lists (WRITE).
  package var list: @Sendable (WriteTransaction) -> ListedChanges
  /// What the class of an object represents it by, if it does, within the objects of that path (REPR).
  package var represent:
    @Sendable (FrozenObject, _ path: [ObjectReference]) throws(EventError) -> CustomRepresentation?
  /// Takes stored events to the server (REALM).
  package var upload: UploadStage

  /// The pipeline of an edition.
  package init(_ edition: Edition) {
    self.edition = edition
    observe = { operation, recording in recording.observe(operation) }
    combine = { ReadCombiner.combine($0) }
    follow = { events, _ in WrittenLink.followed(in: events) }
    serialize = { event, place, serializer throws(EventError) in
      try serializer.payload(of: event, at: place)
    }
    list = { ListedChanges($0, edition: edition) }
    represent = { object, _ throws(EventError) in
      try CustomRepresentation(of: object, edition)
    }
    upload = { documents, connection throws(TransferError) in try connection.send(documents) }
  }
}

extension SerializationPlan {
  /// Calls the body with each event of a scope in order; payloads exist one at a time.
  ///
  /// - Throws: `serializationFailed`, or what the body throws.
  func forEachEvent(of scope: ScopeLog, _ body: (PendingEvent) throws -> Void) throws {
    let events = pipeline.combine(scope)
    let links = pipeline.follow(events, scope)
    var serializer = PayloadSerializer(scope, links: links, plan: self)
    let labels = EventLabels(activity: scope.activity, metadata: scope.metadata)
    for (place, event) in events.enumerated() {
      guard let payload = try pipeline.serialize(event, place, &serializer) else { continue }
      try body(
        PendingEvent(
          labels: labels,
          timestamp: event.time,
          event: event.isWrite ? "write" : "read",
          data: edition.compressesPayloads ? .deflated(Deflate.compress(payload)) : .text(payload)
        )
      )
    }
  }
}
