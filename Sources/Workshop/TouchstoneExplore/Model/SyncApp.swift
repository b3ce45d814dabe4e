import JSON

/// The app that programs of class `flexible-sync` are about: items with an owner and a number, which subscriptions ask
/// for by ranges.
enum SyncApp {
  static let item = "Item"

  static let queryableFields: JSON = ["n", "owner"]

  /// The properties with links that items may have, and their types.
  static let links: KeyValuePairs = [
    "next": "Item?", "list": "list<Item>", "set": "set<Item>", "map": "dictionary<Item?>",
  ]

  /// Those that are collections of numbers.
  static let numbers: KeyValuePairs = [
    "ints": "list<int>", "tags": "set<int>", "sizes": "dictionary<int>",
  ]

  /// The classes of a program whose items have some of these properties.
  static func schema(with names: [String], hasPlace: Bool) -> JSONObject {
    var properties: JSONObject = ["_id": "int", "owner": "string", "n": "int", "mark": "int"]
    for (name, type) in Array(links) + Array(numbers) where names.contains(name) {
      properties[name] = .string(type)
    }
    var schema: JSONObject = [:]
    if hasPlace {
      properties["place"] = "Place?"
      schema["Place"] = ["embedded": true, "properties": ["city": "int", "of": "Item?"]]
    }
    schema[item] = ["primaryKey": "_id", "properties": .object(properties)]
    return schema
  }

  /// Items of their owner alone, items that "all" may read, items that everybody may read, and items that are read by their
  /// owner only because who may write may read.
  static let roles: [JSON] = [
    role("own", reading: ["owner": "%%user.id"]),
    role("shared", reading: ["owner": ["$in": ["%%user.id", "all"]]]),
    role("open", reading: [:]),
    role("given", reading: ["owner": "all"]),
  ]

  private static func role(_ name: String, reading filter: JSON) -> JSON {
    [
      "name": .string(name), "apply_when": [:],
      "document_filters": ["read": filter, "write": ["owner": "%%user.id"]],
      "read": true, "write": true, "delete": true,
    ]
  }

  /// The names that subscriptions have; that of a configuration has the first one.
  static let subscriptionNames = ["range", "other"]

  /// The subscription to the items of a range.
  static func subscription(to range: ClosedRange<Int64>, named name: String = "range") -> JSON {
    [
      "name": .string(name), "type": .string(item),
      "where": ["n": ["$gte": .int(range.lowerBound), "$lte": .int(range.upperBound)]],
    ]
  }

  /// Whether it is a subscription under one of these names, in a configuration or as a step.
  static func isSubscription(_ json: JSON) -> Bool {
    subscriptionNames.contains(json["name"]?.string ?? "") && json["type"] == .string(item)
      && json["where"]?.object?.allSatisfy { isCondition($0.value) } ?? false
  }

  /// Whether it is a value, or at least one operator with a value.
  private static func isCondition(_ json: JSON) -> Bool {
    guard let operators = json.object else { return json.array == nil }
    return !operators.isEmpty
      && operators.allSatisfy { $0.key.hasPrefix("$") && $0.value.object == nil }
  }
}
