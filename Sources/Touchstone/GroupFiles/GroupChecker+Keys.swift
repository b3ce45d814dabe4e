import JSON

/// The keys that an object of the format may have.
struct KeyRules {
  var names: [String]
  var required: [String]
  /// Whether the keys stand in the order of `names`, as in every group and case.
  var isOrdered = false
  /// What such an object is called in messages.
  var owner: String

  init(of owner: String, _ names: [String], required: [String] = [], isOrdered: Bool = false) {
    self.owner = owner
    self.names = names
    self.required = required
    self.isOrdered = isOrdered
  }
}

extension GroupChecker {
  /// The members of what must be an object with these keys.
  mutating func object(_ json: JSON, at path: JSONPath, _ rules: KeyRules) -> JSONObject? {
    guard let object = json.object else {
      fault(path, "\(rules.owner) must be an object, not \(json.kindName)")
      return nil
    }
    for key in rules.required where object[key] == nil {
      fault(path, "\(rules.owner) lacks the key \(key.quoted)")
    }
    var furthest = (place: -1, name: "")
    for key in object.keys {
      guard let place = rules.names.firstIndex(of: key) else {
        let hint = NearNames.hint(for: key, among: rules.names)
        fault(path.appending(key), "\(rules.owner) has no key \(key.quoted)\(hint)")
        continue
      }
      if rules.isOrdered, place < furthest.place {
        fault(
          path.appending(key),
          "\(key.quoted) comes before \(furthest.name.quoted) in \(rules.owner): move it up"
        )
      }
      if place > furthest.place { furthest = (place, key) }
    }
    return object
  }

  /// The text of a member that must be a string, if it is there.
  mutating func string(_ key: String, of object: JSONObject, at path: JSONPath) -> String? {
    guard let value = object[key] else { return nil }
    if let text = value.string { return text }
    fault(path.appending(key), "\(key.quoted) must be a string, not \(value.kindName)")
    return nil
  }

  /// A string with something in it, on one line.
  mutating func sentence(_ key: String, of object: JSONObject, at path: JSONPath) -> String? {
    guard let text = string(key, of: object, at: path) else { return nil }
    if text.allSatisfy(\.isWhitespace) { fault(path.appending(key), "\(key.quoted) is empty") }
    if text.contains(where: \.isNewline) {
      fault(path.appending(key), "\(key.quoted) must be on one line")
    }
    return text
  }

  /// A member that must be one of a list of words, if it is there.
  mutating func word(
    _ key: String,
    of object: JSONObject,
    at path: JSONPath,
    among words: [String]
  ) -> String? {
    guard let text = string(key, of: object, at: path) else { return nil }
    return check(word: text, at: path.appending(key), among: words, as: key.quoted) ? text : nil
  }

  /// A member that must be an array of different words of a list, if it is there.
  mutating func words(
    _ key: String,
    of object: JSONObject,
    at path: JSONPath,
    among words: [String]
  ) -> [String]? {
    guard let value = object[key] else { return nil }
    let path = path.appending(key)
    guard let elements = value.array, !elements.isEmpty else {
      fault(path, "\(key.quoted) must be an array of words; leave it out if there are none")
      return nil
    }
    var known: [String] = []
    for (index, element) in elements.enumerated() {
      let place = path.appending(index)
      guard let text = element.string else {
        fault(place, "\(key.quoted) must hold strings, not \(element.kindName)")
        continue
      }
      guard check(word: text, at: place, among: words, as: key.quoted) else { continue }
      if known.contains(text) {
        fault(place, "\(text.quoted) is there twice")
      } else {
        known.append(text)
      }
    }
    return known
  }

  private mutating func check(
    word: String,
    at path: JSONPath,
    among words: [String],
    as role: String
  ) -> Bool {
    if words.contains(word) { return true }
    let choice = words.count <= 12 ? "; known: \(words.joined(separator: ", "))" : ""
    let hint = NearNames.hint(for: word, among: words)
    fault(path, "\(word.quoted) is no value of \(role)\(hint)\(choice)")
    return false
  }
}
