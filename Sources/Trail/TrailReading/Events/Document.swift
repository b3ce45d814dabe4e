/// One document of the `AuditEvent` collection where it stands, as far as it could be read.
///
/// What is missing or of another type is nil here and a finding elsewhere. It is handed on, never copied.
package struct Document: ~Copyable {
  /// What an event tells of: objects of a scope, or what an application says.
  package enum Kind { case read, write, custom }

  package var id: DocumentId?
  package var kind = Kind.custom
  /// Milliseconds since 1970 in UTC.
  package var timestamp: Int64?
  /// The partition's name, the activity, the type of the event: each a string.
  package var partition, activity, event: Value?
  /// Text, or binary data where the edition compresses payloads.
  package var data: Value?
  /// The fields that hold text and are not the document's own, in their order.
  package var metadata: [Value] = []
  /// Whether one of them names the user, as far as it is known which do.
  package var namesUser = false

  /// Forgets all of it, for the next document.
  package mutating func clear() {
    (id, kind, timestamp, namesUser) = (nil, .custom, nil, false)
    (partition, activity, event, data) = (nil, nil, nil, nil)
    if !metadata.isEmpty { metadata.removeAll(keepingCapacity: true) }
  }

  /// Whether this is an event of a scope; every other is a custom event, whose data may be any text.
  package var isScoped: Bool { kind != .custom }
}

extension Value {
  /// The fields of a document in which an event says what it tells of, found in one walk: a search asks each of millions.
  package var eventAndData: (event: Value?, data: Value?) {
    var (event, data): (Value?, Value?)
    for field in children {
      if field.isNamed(.event) { event = field } else if field.isNamed(.data) { data = field }
    }
    return (event, data)
  }
}
