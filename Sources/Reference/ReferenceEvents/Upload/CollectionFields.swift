import JSON

/// What the `AuditEvent` collection takes: given, or grown with what arrives.
struct CollectionFields {
  private(set) var json: JSON
  /// Whether fields that are not known yet are taken over.
  private let isInferred: Bool
  private var texts: Set<String> = []

  /// - Parameter schema: nil to infer it.
  init(_ schema: JSON?) {
    isInferred = schema == nil
    json = schema ?? .object([:])
    for (name, property) in schema?["properties"]?.object ?? [:]
    where property["bsonType"]?.string == "string" {
      texts.insert(name)
    }
  }

  /// Makes sure that a document fits.
  ///
  /// - Throws: `refused` if a field is not part of a given schema.
  mutating func admit(_ document: AuditEvent, activityField: String) throws(TransferError) {
    // The device declares all of its fields, whether or not a document has something in them.
    let fields = AuditEvent.textFields(activityField) + document.metadata.entries.map(\.key)
    let unknown = fields.filter { !texts.contains($0) }
    if unknown.isEmpty { return }
    guard isInferred else {
      throw .refused(
        "the collection AuditEvent has no text field \(unknown.sorted().joined(separator: ", "))"
      )
    }
    texts.formUnion(unknown)
    json = AuditEvent.collectionSchema(activityField: activityField, metadata: texts.sorted())
  }
}
