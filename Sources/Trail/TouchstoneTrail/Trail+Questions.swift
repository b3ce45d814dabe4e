public import Foundation
import JSON
import TrailAnswers
import TrailReading

extension Trail {
  /// One event that mentions an object.
  public struct Appearance: Sendable, Hashable {
    /// What became of the object.
    public enum Action: String, Sendable, CaseIterable { case seen, created, changed, deleted }

    /// What became of the object.
    public let action: Action
    /// When, as the event says.
    public let date: Date?
    /// Under which activity.
    public let activity: String?
    /// Who it was, and what else the event says of itself.
    public let metadata: [String: String]
    /// The event's `_id`.
    public let eventID: String?
    /// The number of its document in the trail.
    public let document: Int
    /// The object in whose expanded link it was seen, such as `Visit/5`; nil if it was read itself.
    public let owner: String?
    /// The properties that the event shows or leaves, as JSON.
    public let values: [String: String]
  }

  /// What an object is at a time, as far as a trail tells.
  ///
  /// ```swift
  /// let state = try trail.state(of: "Patient/5", schema)
  /// state.values["name"]    // "\"Ann\""
  /// state.evidence["name"]  // the `_id` of the first event that shows it
  /// ```
  public struct ObjectState: Sendable, Hashable {
    /// Whether it exists; nil if no event before that time mentions it.
    public let exists: Bool?
    /// Its properties as JSON, or those that it had before it was deleted.
    public let values: [String: String]
    /// For each property the `_id` of the first event that shows its value.
    public let evidence: [String: String]
  }

  /// Who saw an object and what changed, in the order of time.
  ///
  /// ```swift
  /// let readers = try trail.appearances(of: "Patient/5", schema).filter { $0.action == .seen }
  /// ```
  ///
  /// - Parameters:
  ///   - object: a class, a slash and a primary key.
  ///   - schema: the classes, which say what expanded links are.
  /// - Returns: each event that mentions the object, once for each place in it.
  /// - Throws: a ``TrailFault`` if the trail cannot be read, or has no such class.
  public func appearances(
    of object: String,
    _ schema: TrailSchema
  ) throws(TrailFault) -> [Appearance] {
    try timeline(of: object, schema).entries.map(Appearance.init)
  }

  /// The state of an object at a time, or at the end of the trail.
  public func state(
    of object: String,
    at date: Date? = nil,
    _ schema: TrailSchema
  ) throws(TrailFault) -> ObjectState {
    let snapshot = ObjectSnapshot(
      try timeline(of: object, schema),
      at: date?.milliseconds ?? .max
    )
    return ObjectState(snapshot)
  }

  private func timeline(
    of object: String,
    _ schema: TrailSchema
  ) throws(TrailFault) -> ObjectTimeline {
    guard let name = ObjectName(object) else {
      throw TrailFault("an object is a class, a slash and a key: Patient/5, not \(object)")
    }
    var question = TrailQuestion()
    question.schema = schema.classes
    do throws(TrailError) {
      return try ObjectTimeline(of: name, in: inputs, question, limit: 1_000_000)
    } catch {
      throw TrailFault(error.description)
    }
  }
}

extension AuditDocument {
  /// The fields of its metadata; of several of one name, the first.
  var firstMetadata: [String: String] {
    Dictionary(metadata.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension Trail.Appearance {
  init(_ entry: ObjectTimeline.Entry) {
    let document = entry.document
    date = document.timestamp.map { Date(milliseconds: $0) }
    (activity, eventID, self.document) = (
      document.activity, document.id, document.position.document
    )
    metadata = document.firstMetadata
    owner = entry.owner?.name
    (action, values, _) = Self.parts(of: entry.action)
  }

  /// What became of an object, the properties that are shown or left, and those that a change replaced.
  static func parts(
    of action: ObjectTimeline.Action
  ) -> (action: Action, values: [String: String], old: [String: String]) {
    switch action {
    case .seen(let object): (.seen, values(of: object), [:])
    case .created(let object): (.created, values(of: object), [:])
    case .deleted(let object): (.deleted, values(of: object), [:])
    case .changed(let changes):
      (
        .changed,
        Dictionary(changes.map { ($0.name, $0.new.text()) }) { first, _ in first },
        Dictionary(changes.compactMap { change in change.old.map { (change.name, $0.text()) } }) {
          first,
          _ in first
        }
      )
    }
  }

  private static func values(of object: JSON) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in object.object ?? [:] { values[name] = value.text() }
    return values
  }
}
