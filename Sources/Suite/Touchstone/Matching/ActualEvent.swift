import JSON

/// An event as an implementation handed it back, with its payload parsed once for all comparisons.
struct ActualEvent {
  let document: JSON
  /// What is wrong with the event whatever was expected, such as an `_id` that an earlier event has.
  var repeatedIdentifier: Int?
  private let payload: Result<JSON?, ActualPayload.Fault>

  init(_ document: JSON) {
    self.document = document
    let data = document["data"]
    payload = Result { () throws(ActualPayload.Fault) in try ActualPayload.read(data) }
  }

  /// A field, where null and absent are the same.
  subscript(field: String) -> JSON? {
    guard let value = document[field], !value.isNull else { return nil }
    return value
  }

  /// The payload as JSON; nil if the event has none.
  func parsedPayload() throws(ActualPayload.Fault) -> JSON? { try payload.get() }

  /// What a reader compares: the event without its identifiers and its time, its payload as JSON if it is, its metadata
  /// as cases state it.
  func readable(activityField: String) -> JSON {
    var object: JSONObject = [
      "event": self["event"] ?? .null, activityField: self[activityField] ?? .null,
      "data": self["data"] ?? .null,
    ]
    if case .success(let value?) = payload { object["data"] = value }
    var metadata: JSONObject = [:]
    for (key, value) in document.object ?? [:] where object[key] == nil {
      if !["_id", "_partition", "timestamp"].contains(key), !value.isNull { metadata[key] = value }
    }
    if !metadata.isEmpty { object["metadata"] = .object(metadata) }
    return .object(object)
  }

  /// Reads a trail and marks events whose `_id` is not their own.
  static func trail(_ documents: [JSON]) -> [ActualEvent] {
    var firsts: [Scalar: Int] = [:]
    return documents.enumerated().map { index, document in
      var event = ActualEvent(document)
      if let id = event["_id"], let scalar = Scalar(id, in: .extended) {
        event.repeatedIdentifier = firsts[scalar]
        if firsts[scalar] == nil { firsts[scalar] = index }
      }
      return event
    }
  }
}
