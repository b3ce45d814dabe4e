package import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks a value in Extended JSON.
  ///
  /// Outside of a step there is nothing a `$ref` could stand for.
  mutating func checkValue(_ json: JSON, in place: Surroundings) {
    switch json {
    case .array(let elements):
      for (element, path) in self.elements(elements, at: place.path) {
        checkValue(element, in: place.entering(path))
      }
    case .object(let members):
      if members.keys.contains(where: { $0.hasPrefix("$") }) {
        return checkWrapper(members, in: place)
      }
      for (key, value) in members {
        let inner = place.entering(key)
        if key.contains(".") { fault(inner.path, "keys hold no \".\"") }
        checkValue(value, in: inner)
      }
    case .number(let literal): fault(place.path, "\(literal) fits into no type of a realm")
    default: break
    }
  }

  private mutating func checkWrapper(_ members: JSONObject, in place: Surroundings) {
    guard members.count == 1, let name = members["$ref"] else {
      return checkExtended(members, at: place.path)
    }
    if place.step == nil {
      return fault(place.path, "there are no names here that \"$ref\" could stand for")
    }
    checkUse(of: name, as: .object, at: place.path.appending("$ref"))
  }

  /// Checks an object with a `$` key that is not a link.
  mutating func checkExtended(_ members: JSONObject, at path: JSONPath) {
    guard members.count == 1, let (key, value) = members.first else {
      return fault(path, "an object with a key that begins with \"$\" has no other key")
    }
    let keys = ExtendedValue.Key.ofCaseFiles
    guard let type = ExtendedValue.Key(rawValue: key), keys.contains(type) else {
      let names = keys.map(\.rawValue).sorted() + ["$ref"]
      let hint = NearNames.hint(for: key, among: names)
      return fault(path, "Extended JSON has no \(key.quoted) here\(hint)")
    }
    switch ExtendedValue(type, value) {
    case nil: fault(path.appending(key), "\(key.quoted) takes \(type.content)")
    case .binary(_, let subtype)? where subtype != "00":
      fault(
        path.appending(key),
        "a realm has data, which is of subtype 00, and UUIDs, which are 16 bytes of subtype 04"
      )
    case _?: break
    }
  }

  /// Checks the members a new object gets.
  mutating func checkMembers(_ json: JSON, in place: Surroundings) {
    checkValue(json, in: place)
    for (name, value) in json.object ?? [:] {
      checkField(name, of: place.fieldOwner, at: place.path.appending(name))
      noteNeeds(of: value, for: schema.type(of: name, in: place.className))
    }
  }

  /// Checks a value that is assigned to a property, a place of a collection, or used as a primary key.
  mutating func checkAssigned(_ json: JSON, in place: Surroundings) {
    checkValue(json, in: place)
    let type = place.step?[.property].flatMap { schema.type(of: $0, in: place.className) }
    noteNeeds(of: json, for: type)
  }

  /// Links and collections in a mixed value are optional features.
  private mutating func noteNeeds(of value: JSON, for type: PropertyType?) {
    guard let type, type.base == PropertyType.Scalar.mixed.rawValue else { return }
    if type.isCollection, let elements = value.array ?? value.object?.map(\.value),
      value["$ref"] == nil
    {
      // The collection itself is not a mixed value, but what it holds is.
      for element in elements { noteNeeds(ofMixed: element) }
    } else {
      noteNeeds(ofMixed: value)
    }
  }

  private mutating func noteNeeds(ofMixed value: JSON) {
    switch value {
    case .array:
      note(need: .mixedCollections, because: "a collection in a mixed value")
    case .object(let members) where members["$ref"] != nil:
      note(need: .mixedLinks, because: "a link in a mixed value")
    case .object(let members) where !members.keys.contains(where: { $0.hasPrefix("$") }):
      note(need: .mixedCollections, because: "a collection in a mixed value")
    default: break
    }
  }
}

extension ExtendedValue.Key {
  /// The keys that case files may use: a small integer is written as a plain one.
  package static let ofCaseFiles = allCases.filter { $0 != .int }
}
