import JSON

extension JSONObject {
  /// The members alone that are wanted.
  func members(where isWanted: (_ key: String, _ value: JSON) -> Bool) -> JSONObject {
    JSONObject(uniqueMembers: filter { isWanted($0.key, $0.value) }.map { ($0.key, $0.value) })
  }

  /// The fields that a stored event has besides its metadata.
  static let eventFields: Set<String> = [
    "_id", "_partition", "timestamp", "activity", "event", "data",
  ]

  /// A stored event without its metadata.
  var withoutMetadata: JSONObject { members { key, _ in Self.eventFields.contains(key) } }

  /// The metadata of a stored event: all that is no field of its own.
  var metadata: JSONObject { members { key, _ in !Self.eventFields.contains(key) } }

  /// The metadata of an event configuration or of an update as pairs.
  var metadataPairs: [(key: String, value: JSON)] {
    switch self["metadata"] {
    case .object(let members)?: members.map { ($0.key, $0.value) }
    case .array(let pairs)?: pairs.map { ($0[0]?.string ?? "", $0[1] ?? .null) }
    default: []
    }
  }
}
