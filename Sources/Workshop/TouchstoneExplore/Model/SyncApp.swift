import JSON

/// The app that programs of class `flexible-sync` are about: items with an owner and a number, which subscriptions ask
/// for by ranges.
enum SyncApp {
  static let item = "Item"

  static let queryableFields: JSON = ["n", "owner"]

  /// Items of their owner alone, items that "all" may read, and items that everybody may read.
  static let roles: [JSON] = [
    role("own", reading: ["owner": "%%user.id"]),
    role("shared", reading: ["owner": ["$in": ["%%user.id", "all"]]]),
    role("open", reading: [:]),
  ]

  private static func role(_ name: String, reading filter: JSON) -> JSON {
    [
      "name": .string(name), "apply_when": [:],
      "document_filters": ["read": filter, "write": ["owner": "%%user.id"]],
      "read": true, "write": true, "delete": true,
    ]
  }

  /// The subscription to the items of a range, under the name that every one has.
  static func subscription(to range: ClosedRange<Int64>) -> JSON {
    [
      "name": "range", "type": .string(item),
      "where": ["n": ["$gte": .int(range.lowerBound), "$lte": .int(range.upperBound)]],
    ]
  }

  /// Whether it is a subscription under that name, in a configuration or as a step.
  static func isSubscription(_ json: JSON) -> Bool {
    json["name"] == "range" && json["type"] == .string(item) && json["where"]?.object != nil
  }
}
