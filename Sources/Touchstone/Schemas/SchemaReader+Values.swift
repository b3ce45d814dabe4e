import JSON

extension SchemaReader {
  /// The schema of a keyword, if it is there.
  mutating func node(_ key: String, of keywords: JSONObject, at path: JSONPath) -> SchemaNode? {
    keywords[key].map { node($0, at: path.appending(key)) }
  }

  /// The schemas of a keyword that takes an object of them.
  mutating func nodes(_ key: String, of keywords: JSONObject, at path: JSONPath) -> [(
    name: String, node: SchemaNode
  )] {
    members(of: .object(keywords), key, at: path).map { name, schema in
      (name, node(schema, at: path.appending(key).appending(name)))
    }
  }

  /// The schemas of a keyword that takes an array of them.
  mutating func list(_ key: String, of keywords: JSONObject, at path: JSONPath) -> [SchemaNode] {
    guard let value = keywords[key] else { return [] }
    guard let elements = value.array, !elements.isEmpty else {
      fault(path.appending(key), "\(key.quoted) takes an array of schemas")
      return []
    }
    return elements.enumerated().map { index, schema in
      node(schema, at: path.appending(key).appending(index))
    }
  }

  /// A size that is not negative.
  mutating func size(_ key: String, of keywords: JSONObject, at path: JSONPath) -> Int? {
    guard let value = keywords[key] else { return nil }
    if let number = value.int, let size = Int(exactly: number), size >= 0 { return size }
    fault(path.appending(key), "\(key.quoted) takes an integer that is not negative")
    return nil
  }

  /// A number.
  mutating func number(_ key: String, of keywords: JSONObject, at path: JSONPath) -> Double? {
    guard let value = keywords[key] else { return nil }
    if let number = value.schemaNumber { return number }
    fault(path.appending(key), "\(key.quoted) takes a number")
    return nil
  }

  /// Different names.
  mutating func names(_ key: String, of keywords: JSONObject, at path: JSONPath) -> [String] {
    guard let value = keywords[key] else { return [] }
    let names = value.array?.compactMap(\.string) ?? []
    if names.count != value.array?.count || Set(names).count != names.count {
      fault(path.appending(key), "\(key.quoted) takes an array of different strings")
    }
    return names
  }

  /// Checks that a text is a regular expression.
  mutating func checkPattern(_ pattern: String, at path: JSONPath) {
    if (try? Regex(pattern)) == nil { fault(path, "\(pattern.quoted) is no regular expression") }
  }
}
