import Formats

/// One document of the `AuditEvent` collection where it stands, as far as it could be read.
///
/// What is missing or of another type is nil here and a finding elsewhere. It is handed on, never copied.
struct Document: ~Copyable {
  /// What an event tells of: objects of a scope, or what an application says.
  enum Kind { case read, write, custom }

  var id: DocumentId?
  var kind = Kind.custom
  /// Milliseconds since 1970 in UTC.
  var timestamp: Int64?
  /// The partition's name, the activity, the type of the event: each a string.
  var partition, activity, event: Value?
  /// Text, or binary data where the edition compresses payloads.
  var data: Value?
  /// The fields that hold text and are not the document's own, in their order.
  var metadata: [Value] = []

  /// Forgets all of it, for the next document.
  mutating func clear() {
    (id, kind, timestamp) = (nil, .custom, nil)
    (partition, activity, event, data) = (nil, nil, nil, nil)
    if !metadata.isEmpty { metadata.removeAll(keepingCapacity: true) }
  }

  /// Whether this is an event of a scope; every other is a custom event, whose data may be any text.
  var isScoped: Bool { kind != .custom }
}
