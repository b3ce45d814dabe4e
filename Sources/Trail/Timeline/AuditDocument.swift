/// One document of the `AuditEvent` collection without its payload, for people who want to read it.
///
/// What is missing or of another type is nil.
public struct AuditDocument: Sendable, Hashable {
  /// 24 hexadecimal digits.
  public var id: String?
  /// The partition's name.
  public var partition: String?
  /// The activity, in whichever field the edition has it.
  public var activity: String?
  /// Milliseconds since 1970 in UTC.
  public var timestamp: Int64?
  /// `read`, `write`, or the type of a custom event.
  public var event: String?
  /// The other fields that hold text, in their order.
  public var metadata: [Field] = []
  /// Where it stands.
  public var position: TrailPosition

  init(_ document: Document) {
    id = document.id?.hex
    partition = document.partition?.string
    activity = document.activity?.string
    timestamp = document.timestamp
    event = document.event?.string
    metadata = document.metadata.map { Field(key: $0.name, value: $0.string ?? "") }
    position = document.position
  }

  /// A field of the metadata.
  public struct Field: Sendable, Hashable {
    /// The name.
    public var key: String
    /// The text.
    public var value: String

    /// A field of that name and text.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }
}
