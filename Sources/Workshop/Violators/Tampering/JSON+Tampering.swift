import Foundation
import JSON

extension JSON {
  /// A member that can be set, if this is an object.
  subscript(member key: String) -> JSON? {
    get { self[key] }
    set { self = mapObject { $0[key] = newValue } }
  }

  /// This event with other metadata.
  func with(metadata: JSONObject) -> JSON { mapObject { $0.metadata = metadata } }

  /// This object with each value replaced; anything else unchanged.
  func mapMembers(_ body: (JSON) -> JSON) -> JSON {
    object.map { .object($0.mapValues(body)) } ?? self
  }

  /// This string with other text; anything else unchanged.
  func mapString(_ body: (String) -> String) -> JSON { string.map { .string(body($0)) } ?? self }

  /// This array with other elements; anything else unchanged.
  func mapArray(_ body: ([JSON]) -> [JSON]) -> JSON { array.map { .array(body($0)) } ?? self }

  /// This array with each element replaced; anything else unchanged.
  func mapElements(_ body: (JSON) -> JSON) -> JSON { mapArray { $0.map(body) } }

  /// An event made out of this one, with an id of its own that depends on a text.
  func another(_ salt: String, _ change: (inout JSONObject) -> Void = { _ in }) -> JSON {
    mapObject { event in
      let old = event["_id"]?["$oid"]?.string ?? ""
      let digits = Array("0123456789abcdef")
      var sum = salt.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
      let turned = old.map { digit -> Character in
        sum = (sum &* 17 &+ 5) & 0xFFFF
        return digits[((digit.hexDigitValue ?? 0) + sum / 16) % 16]
      }
      event["_id"] = ["$oid": .string(String(turned))]
      change(&event)
    }
  }
}

extension JSONObject {
  /// The members alone that are wanted.
  func members(where isWanted: (_ key: String, _ value: JSON) -> Bool) -> JSONObject {
    JSONObject(uniqueMembers: filter { isWanted($0.key, $0.value) }.map { ($0.key, $0.value) })
  }

  /// The members without those that are null.
  var withoutNulls: JSONObject { members { !$1.isNull } }

  /// The payload of a read or write event; nil for other events.
  var payload: JSONObject? {
    get {
      guard self["event"] == "read" || self["event"] == "write" else { return nil }
      return self["data"]?.string.flatMap { try? JSON(parsing: $0) }?.object
    }
    set { if let newValue { self["data"] = .string(JSON.object(newValue).text()) } }
  }

  /// The fields that a stored event has besides its metadata.
  static let eventFields: Set<String> = [
    "_id", "_partition", "timestamp", "activity", "event", "data",
  ]

  /// The metadata of a stored event: all that is not a field of its own.
  var metadata: JSONObject {
    get { members { key, _ in !Self.eventFields.contains(key) } }
    set { self = members { key, _ in Self.eventFields.contains(key) }.merging(newValue) }
  }

  /// The metadata of an event configuration or of an update as pairs.
  var metadataPairs: [(key: String, value: JSON)] {
    get {
      switch self["metadata"] {
      case .object(let members)?: members.map { ($0.key, $0.value) }
      case .array(let pairs)?: pairs.map { ($0[0]?.string ?? "", $0[1] ?? .null) }
      default: []
      }
    }
    set { self["metadata"] = .array(newValue.map { [.string($0.key), $0.value] }) }
  }
}

extension [JSON] {
  /// The events cut where two neighbours do not belong together.
  func runs(_ belong: (JSON, JSON) -> Bool) -> [[JSON]] {
    reduce(into: []) { runs, event in
      if let last = runs.last?.last, belong(last, event) {
        runs[runs.count - 1].append(event)
      } else {
        runs.append([event])
      }
    }
  }

  /// The events cut where the activity changes.
  var runsOfActivities: [[JSON]] { runs { $0["activity"] == $1["activity"] } }
}

extension String {
  /// The text without the white space around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
  /// The text up to its first NUL.
  var upToNul: String { String(unicodeScalars.prefix { $0 != "\0" }) }

  /// The text cut after so many characters.
  func cut(_ count: Int) -> String { String(prefix(count)) }
}
