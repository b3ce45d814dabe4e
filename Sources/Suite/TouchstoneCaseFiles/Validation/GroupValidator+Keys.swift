import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// The members of what must be an object with the keys of a table.
  mutating func members(of json: JSON, as table: KeyTable, at path: JSONPath) -> JSONObject? {
    guard let object = json.object else {
      fault(path, "\(table.owner) must be an object, not \(json.kindName)")
      return nil
    }
    for entry in table.entries where entry.isRequired && object[entry.name] == nil {
      fault(path, "\(table.owner) lacks the key \(entry.name.quoted)")
    }
    var furthest = (place: -1, name: "")
    let names = table.entries.map(\.name)
    for key in object.keys {
      guard let place = names.firstIndex(of: key) else {
        let hint = NearNames.hint(for: key, among: names)
        fault(path.appending(key), "\(table.owner) has no key \(key.quoted)\(hint)")
        continue
      }
      if table.isOrdered, place < furthest.place {
        fault(
          path.appending(key),
          "\(key.quoted) comes before \(furthest.name.quoted) in \(table.owner): move it up"
        )
      }
      if place > furthest.place { furthest = (place, key) }
    }
    if !table.alternatives.isEmpty, table.alternatives.count(where: { object[$0] != nil }) != 1 {
      let choice = table.alternatives.map(\.quoted).joined(separator: ", ")
      fault(path, "\(table.owner) has exactly one of \(choice)")
    }
    return object
  }

  /// Checks every member of an object.
  mutating func checkMembers(of json: JSON, as form: Form, in place: Surroundings) {
    for (key, value) in json.object ?? [:] {
      check(value, as: form, named: key, in: place.entering(key))
    }
  }

  /// Checks a text that has something in it and stands on one line.
  mutating func checkSentence(_ text: String, named name: String, at path: JSONPath) {
    if text.allSatisfy(\.isWhitespace) { fault(path, "\(name.quoted) is empty") }
    if text.contains(where: \.isNewline) { fault(path, "\(name.quoted) must be on one line") }
  }

  /// Checks an array of different words of a list.
  mutating func checkWords(
    _ json: JSON,
    named name: String,
    at path: JSONPath,
    areOf words: [String],
    _ what: String
  ) {
    guard let elements = json.array, !elements.isEmpty else {
      return fault(path, "\(name.quoted) must be an array that is not empty")
    }
    var known: Set<String> = []
    for (index, element) in elements.enumerated() {
      let place = path.appending(index)
      guard let text = element.string else {
        fault(place, "\(name.quoted) must hold strings, not \(element.kindName)")
        continue
      }
      guard check(text, isOneOf: words, what, at: place) else { continue }
      if !known.insert(text).inserted { fault(place, "\(text.quoted) is there twice") }
    }
  }

  /// Checks one word of a list, and tells what it is not.
  @discardableResult
  mutating func check(
    _ word: String,
    isOneOf words: [String],
    _ what: String,
    at path: JSONPath
  ) -> Bool {
    if words.contains(word) { return true }
    let choice = words.count <= 12 ? "; known: \(words.joined(separator: ", "))" : ""
    let hint = NearNames.hint(for: word, among: words)
    fault(path, "\(word.quoted) is not \(what)\(hint)\(choice)")
    return false
  }
}
