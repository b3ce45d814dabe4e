import Formats

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

  /// A document that says nothing of itself yet.
  init(at position: TrailPosition) { self.position = position }

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

extension AuditDocument {
  /// Its place among the documents of one instant, as far as their ids tell.
  package var rank: Int {
    timestamp.flatMap { time in id.flatMap(DocumentId.init(hex:))?.rank(at: time) } ?? 0
  }

  /// What it was, under which activity, and by whom.
  package var grounds: String {
    let user = metadata.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
      .joined(separator: ", ")
    return [
      event ?? "custom event", activity.map { "under \($0.quoted)" } ?? "without an activity",
      user.isEmpty ? "" : "by " + shortened(user),
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func shortened(_ text: String) -> String {
    text.count <= 200 ? text : String(text.prefix(200)) + "…"
  }
}
