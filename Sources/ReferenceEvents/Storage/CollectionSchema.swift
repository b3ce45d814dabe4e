public import JSON

extension Events {
  /// The schema that a collection needs to hold the events of this realm (S3, "Event Library Schema"): the fields
  /// of the stored document, and an optional string for each key of the present metadata.
  public var collectionSchema: JSON {
    var properties: JSONObject = [
      "_id": ["bsonType": "objectId"],
      "_partition": ["bsonType": "string"],
      "timestamp": ["bsonType": "date"],
      "activity": ["bsonType": "string"],
      "event": ["bsonType": "string"],
      "data": ["bsonType": "string"],
    ]
    for entry in recorder.metadata.entries { properties[entry.key] = ["bsonType": "string"] }
    return [
      "title": "AuditEvent",
      "bsonType": "object",
      "required": ["_id", "_partition", "timestamp", "activity"],
      "properties": .object(properties),
    ]
  }
}
