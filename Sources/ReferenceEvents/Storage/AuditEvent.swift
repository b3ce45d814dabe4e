public import JSON
public import ReferenceRealm

/// An event before it has a place in the event realm.
struct PendingEvent: Sendable {
  let activity: String
  let timestamp: Timestamp
  let event: String?
  /// UTF-8, as it goes to the disk.
  let data: [UInt8]?
  let metadata: EventMetadata
}

/// An event as it is stored and synced (META; the collection's schema is in S3).
public struct AuditEvent: Sendable, Hashable {
  /// Unique in the collection.
  public var id: ObjectId
  /// `<prefix>-<objectId>`: which event realm holds it.
  public var partition: String
  /// The name of the scope, or of the activity of a custom event.
  public var activity: String
  /// When it happened, by the clock of the device.
  public var timestamp: Timestamp
  /// `read`, `write`, or what a custom event gives.
  public var event: String?
  /// The payload.
  public var data: String?
  /// Further fields, each under its own name.
  public var metadata: EventMetadata
}

extension AuditEvent {
  /// The document in relaxed Extended JSON, as an export of the collection gives it.
  public var document: JSON {
    var document: JSONObject = [
      "_id": ["$oid": .string(id.description)],
      "_partition": .string(partition),
      "activity": .string(activity),
      "timestamp": timestamp.extendedJSON,
    ]
    if let event { document["event"] = .string(event) }
    if let data { document["data"] = .string(data) }
    for entry in metadata.entries { document[entry.key] = .string(entry.value) }
    return .object(document)
  }
}

extension Timestamp {
  /// Relaxed Extended JSON: a text for the years 1970 to 9999, a number beyond.
  public var extendedJSON: JSON {
    (0..<253_402_300_800_000).contains(milliseconds)
      ? ["$date": .string(iso8601)] : ["$date": ["$numberLong": .string(String(milliseconds))]]
  }
}
