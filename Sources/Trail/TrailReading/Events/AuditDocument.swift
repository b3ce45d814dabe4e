/// One document of the `AuditEvent` collection without its payload, for people who want to read it.
///
/// What is missing or of another type is nil.
package struct AuditDocument: Sendable, Hashable {
  /// 24 hexadecimal digits.
  package var id: String?
  /// The partition's name.
  package var partition: String?
  /// The activity, in whichever field the edition has it.
  package var activity: String?
  /// Milliseconds since 1970 in UTC.
  package var timestamp: Int64?
  /// `read`, `write`, or the type of a custom event.
  package var event: String?
  /// The other fields that hold text, in their order.
  package var metadata: [Field] = []
  /// Where it stands.
  package var position: TrailPosition

  package init(_ document: borrowing Document, at position: TrailPosition) {
    id = document.id?.hex
    partition = document.partition?.string
    activity = document.activity?.string
    timestamp = document.timestamp
    event = document.event?.string
    metadata = document.metadata.map { Field(key: $0.name, value: $0.string ?? "") }
    self.position = position
  }

  /// A field of the metadata.
  package struct Field: Sendable, Hashable {
    /// The name.
    package var key: String
    /// The text.
    package var value: String

    /// A field of that name and text.
    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }
}
