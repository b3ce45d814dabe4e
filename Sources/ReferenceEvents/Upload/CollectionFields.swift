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
    var fields = document.metadata.entries.map(\.key)
    // The device declares all of its fields, whether or not a document has something in them.
    fields += ["_partition", activityField, "event", "data"]
    let unknown = fields.filter { !texts.contains($0) }
    if unknown.isEmpty { return }
    guard isInferred else {
      throw .refused(
        "the collection AuditEvent has no text field \(unknown.sorted().joined(separator: ", "))"
      )
    }
    texts.formUnion(unknown)
    var properties: JSONObject = [
      "_id": ["bsonType": "objectId"], "timestamp": ["bsonType": "date"],
    ]
    for name in texts.sorted() { properties[name] = ["bsonType": "string"] }
    json = [
      "title": "AuditEvent",
      "bsonType": "object",
      "required": ["_id", "_partition", "timestamp", .string(activityField)],
      "properties": .object(properties),
    ]
  }
}
