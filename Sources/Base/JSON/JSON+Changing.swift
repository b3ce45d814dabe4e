extension JSON {
  /// This object with other members; anything else unchanged.
  package func mapObject(_ body: (inout JSONObject) -> Void) -> JSON {
    guard case .object(var members) = self else { return self }
    body(&members)
    return .object(members)
  }

  /// This object with another member of that name, or without it; anything else unchanged.
  package func with(_ key: String, _ value: JSON?) -> JSON { mapObject { $0[key] = value } }
}
