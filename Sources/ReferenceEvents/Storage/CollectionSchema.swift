public import JSON

extension Events {
  /// The schema that a collection needs to hold the events of this realm (S3, "Event Library Schema").
  ///
  /// It has the fields of the stored document, and an optional string for each key that metadata has had since the
  /// realm was opened.
  public var collectionSchema: JSON {
    var properties: JSONObject = [
      "_id": ["bsonType": "objectId"],
      "_partition": ["bsonType": "string"],
      "timestamp": ["bsonType": "date"],
      recorder.edition.activityField: ["bsonType": "string"],
      "event": ["bsonType": "string"],
      "data": ["bsonType": "string"],
    ]
    for key in recorder.metadataKeys { properties[key] = ["bsonType": "string"] }
    return [
      "title": "AuditEvent",
      "bsonType": "object",
      "required": ["_id", "_partition", "timestamp", .string(recorder.edition.activityField)],
      "properties": .object(properties),
    ]
  }
}
