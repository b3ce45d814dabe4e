import Foundation
public import JSON
public import ReferenceRealm

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
  /// The payload, unless it is compressed.
  public var data: String?
  /// The payload as bare DEFLATE, in editions that compress it.
  public var compressedData: [UInt8]?
  /// Further fields, each under its own name.
  public var metadata: EventMetadata
}

extension AuditEvent {
  /// The document in relaxed Extended JSON, as an export of the collection gives it.
  ///
  /// - Parameter edition: decides how the field of the activity is called.
  /// - Returns: an object with the fields of the event and of its metadata.
  public func document(in edition: Edition) -> JSON {
    document(activityField: edition.activityField)
  }

  /// The document with that name for the field of the activity.
  func document(activityField: String) -> JSON {
    // An answer holds as many of these as the trail has events.
    var document = JSONObject(minimumCapacity: 6 + metadata.entries.count)
    document["_id"] = ["$oid": .string(id.description)]
    document["_partition"] = .string(partition)
    document[activityField] = .string(activity)
    document["timestamp"] = timestamp.extendedJSON
    if let event { document["event"] = .string(event) }
    if let data { document["data"] = .string(data) }
    if let compressedData {
      document["data"] = [
        "$binary": ["base64": .string(Data(compressedData).base64EncodedString()), "subType": "00"]
      ]
    }
    for entry in metadata.entries { document[entry.key] = .string(entry.value) }
    return .object(document)
  }
}

extension Timestamp {
  /// Relaxed Extended JSON: a text for the years 1970 to 9999, a number beyond.
  ///
  /// A fraction that is zero is left out, as that format asks for.
  public var extendedJSON: JSON {
    guard (0..<253_402_300_800_000).contains(milliseconds) else {
      return ["$date": ["$numberLong": .string(String(milliseconds))]]
    }
    let text = iso8601
    return ["$date": .string(milliseconds % 1000 == 0 ? text.dropLast(5) + "Z" : text)]
  }
}
