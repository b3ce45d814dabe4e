public import Foundation
import Formats
import JSON

/// An event as a recorder stores it: a document of the `AuditEvent` collection.
///
/// ```swift
/// let event = AuditEvent(
///   id: "62b38b3c10846041166f5deb",
///   partition: "events-62b38b3c10846041166f5dea",
///   activity: "admit a patient",
///   event: "write",
///   data: #"{"Patient":{"insertions":[{"_id":5,"name":"Ann"}]}}"#,
///   timestamp: Date(),
///   metadata: ["username": "Jason Bourne"]
/// )
/// ```
public struct AuditEvent: Sendable, Hashable {
  /// 24 hexadecimal digits; two events never share them.
  public var id: String
  /// The partition: each device writes its own.
  public var partition: String
  /// What the user was doing.
  public var activity: String
  /// `read`, `write`, or the type of a custom event.
  public var event: String?
  /// The payload, as text.
  public var data: String?
  /// When it happened; a document has milliseconds of it.
  public var timestamp: Date
  /// Who it was, and what else an application says of each event.
  public var metadata: [String: String]

  /// An event of these fields.
  public init(
    id: String,
    partition: String,
    activity: String,
    event: String?,
    data: String?,
    timestamp: Date,
    metadata: [String: String] = [:]
  ) {
    (self.id, self.partition, self.activity) = (id, partition, activity)
    (self.event, self.data, self.timestamp) = (event, data, timestamp)
    self.metadata = metadata
  }

  /// The document in relaxed Extended JSON, on one line.
  public var extendedJSON: String {
    let milliseconds = (timestamp.timeIntervalSince1970 * 1000).rounded(.down)
    var object: JSONObject = [
      "_id": ["$oid": .string(id)], "_partition": .string(partition),
      "activity": .string(activity),
      "timestamp": [
        "$date": .string(Timestamp(milliseconds: Int64(exactly: milliseconds) ?? 0).description)
      ],
    ]
    if let event { object["event"] = .string(event) }
    if let data { object["data"] = .string(data) }
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) where object[name] == nil {
      object[name] = .string(value)
    }
    return JSON.object(object).text()
  }
}
