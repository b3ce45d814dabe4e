public import JSON

extension AuditEvent {
  /// The schema of a collection of events (S3, "Event Library Schema").
  ///
  /// - Parameters:
  ///   - activityField: the field of the activity.
  ///   - metadata: the keys that metadata may have.
  /// - Returns: the schema, in the form of an app's configuration.
  package static func collectionSchema(activityField: String, metadata: [String]) -> JSON {
    var properties: JSONObject = [
      "_id": ["bsonType": "objectId"], "timestamp": ["bsonType": "date"],
    ]
    for name in textFields(activityField) + metadata { properties[name] = ["bsonType": "string"] }
    return [
      "title": "AuditEvent",
      "bsonType": "object",
      "required": ["_id", "_partition", "timestamp", .string(activityField)],
      "properties": .object(properties),
    ]
  }

  /// The fields besides metadata that hold a text.
  static func textFields(_ activityField: String) -> [String] {
    ["_partition", activityField, "event", "data"]
  }
}

extension Events {
  /// The schema that a collection needs to hold the events of this realm (S3, "Event Library Schema").
  ///
  /// It has the fields of the stored document, and an optional string for each key that metadata has had since the
  /// realm was opened.
  public var collectionSchema: JSON {
    AuditEvent.collectionSchema(
      activityField: recorder.edition.activityField,
      metadata: recorder.metadataKeys
    )
  }
}
