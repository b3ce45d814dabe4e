public import ReferenceRealm

/// The events of a realm: scopes, custom events and metadata.
///
/// ```swift
/// let scope = events.beginScope(activity: "look at all persons")
/// _ = try realm.objects("Person").evaluate()
/// scope.commit()
/// for event in try events.trail() { print(event.activity, event.data ?? "no payload") }
/// ```
public struct Events {
  let recorder: Recorder

  /// Begins to record what is read and written, under this name.
  ///
  /// Any number of scopes may be active, but for edition 2022, where a second one traps.
  public func beginScope(activity: String) -> Scope {
    do { return try begin(activity: activity) } catch { preconditionFailure(error.description) }
  }

  /// Begins a scope, or leaves the one that is active alone.
  ///
  /// - Throws: `other` if the edition knows one scope at a time, and one is active.
  public func begin(activity: String) throws(EventError) -> Scope {
    Scope(recorder: recorder, id: try recorder.beginScope(activity: activity))
  }

  /// Records a custom event, whether or not a scope is active.
  public func recordEvent(
    activity: String,
    eventType: String? = nil,
    data: String? = nil,
    completion: EventCompletion? = nil
  ) {
    recorder.observe(
      .recordEvent(activity: activity, eventType: eventType, data: data),
      completion: completion
    )
  }

  /// Replaces the metadata for custom events at once, and for scopes that begin later.
  ///
  /// As in the SDK, a key that metadata can't have traps; `replaceMetadata(_:)` throws instead.
  public func updateMetadata(_ metadata: EventMetadata) {
    do { try replaceMetadata(metadata) } catch { preconditionFailure(error.description) }
  }

  /// Replaces the metadata, or leaves it as it is.
  ///
  /// - Throws: `invalidMetadataKey` or `duplicateMetadataKey`.
  public func replaceMetadata(_ metadata: EventMetadata) throws(EventError) {
    try recorder.replaceMetadata(metadata)
  }

  /// Waits until everything that was committed so far is persisted, and reads the whole trail back from disk.
  ///
  /// - Throws: `eventRealmUnavailable` if it can't be read.
  public func trail() throws(EventError) -> [AuditEvent] { try recorder.eventRealm.trail() }

  /// The files that hold events now, in the order of their beginning; those of former runs are among them, those that
  /// another process writes are not.
  ///
  /// Waits until everything that was committed so far is persisted.
  public func partitions() throws(EventError) -> [EventPartition] {
    try recorder.eventRealm.partitions()
  }

  /// Waits until everything that was committed so far was acknowledged by the server.
  ///
  /// - Returns: false if that took longer than the timeout, or if there is no server.
  public func waitForUploads(timeout: Duration) -> Bool {
    recorder.eventRealm.waitForUploads(timeout: timeout)
  }

  /// Leaves everything as a process does that ends now: what is not persisted is lost without a word, what is stays in
  /// its files, and others may take them over.
  ///
  /// A temporary folder goes with it, since it could not be found again.
  public func abandon() { recorder.eventRealm.abandon() }

  /// Waits like `trail()`, closes the event realm, and removes its folder if that is a temporary one.
  public func close() { recorder.eventRealm.close() }
}

extension Realm {
  /// What records the events of this realm; nil if it was opened without an event configuration.
  public var events: Events? {
    observers.lazy.compactMap { $0 as? Recorder }.first.map(Events.init)
  }
}
