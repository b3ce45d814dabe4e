/// One document of the `AuditEvent` collection, as far as it could be read.
///
/// What is missing or of another type is nil here and a finding elsewhere.
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
  /// The payload as text, inflated where it was compressed.
  public var data: String?
  /// The other fields that hold text, in their order.
  public var metadata: [Field] = []
  /// Where it stands.
  public var position: TrailPosition

  /// A document of which nothing is known yet.
  public init(position: TrailPosition) { self.position = position }

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

  /// Whether this is an event of a scope; every other is a custom event, whose data may be any text.
  public var isScoped: Bool { event == "read" || event == "write" }
}
