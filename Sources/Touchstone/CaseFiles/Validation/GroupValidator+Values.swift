package import Formats
import JSON

extension GroupValidator {
  /// Checks a value in Extended JSON.
  ///
  /// Without names there is nothing a `$ref` could stand for.
  mutating func checkValue(_ json: JSON, at path: JSONPath, names handles: Handles?) {
    switch json {
    case .array(let elements):
      for (element, place) in self.elements(elements, at: path) {
        checkValue(element, at: place, names: handles)
      }
    case .object(let members):
      if members.keys.contains(where: { $0.hasPrefix("$") }) {
        return checkWrapper(members, at: path, names: handles)
      }
      for (key, value) in members {
        if key.contains(".") { fault(path.appending(key), "keys hold no \".\"") }
        checkValue(value, at: path.appending(key), names: handles)
      }
    case .number(let literal): fault(path, "\(literal) fits into no type of a realm")
    default: break
    }
  }

  private mutating func checkWrapper(
    _ members: JSONObject,
    at path: JSONPath,
    names handles: Handles?
  ) {
    guard members.count == 1, members.keys.first == "$ref" else {
      return checkExtended(members, at: path)
    }
    guard let handles else {
      return fault(path, "there are no names here that \"$ref\" could stand for")
    }
    checkUse(of: members["$ref"] ?? .null, as: .object, at: path.appending("$ref"), handles)
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
    if ExtendedValue(type, value) == nil {
      fault(path.appending(key), "\(key.quoted) takes \(type.content)")
    }
  }

  /// Checks the members a new object gets.
  mutating func checkMembers(_ json: JSON, in place: Surroundings, _ handles: inout Handles) {
    checkValue(json, at: place.path, names: handles)
    for (name, value) in json.object ?? [:] {
      checkField(name, of: place.fieldOwner, at: place.path.appending(name))
      noteNeeds(of: value, for: schema.type(of: name, in: place.className), in: &handles)
    }
  }

  /// Checks a value that is assigned to a property, a place of a collection, or used as a primary key.
  mutating func checkAssigned(_ json: JSON, in place: Surroundings, _ handles: inout Handles) {
    checkValue(json, at: place.path, names: handles)
    let type = place.step?[.property].flatMap { schema.type(of: $0, in: place.className) }
    noteNeeds(of: json, for: type, in: &handles)
  }

  /// Links and collections in a mixed value are optional features.
  private func noteNeeds(of value: JSON, for type: PropertyType?, in handles: inout Handles) {
    guard let type, type.base == PropertyType.Scalar.mixed.rawValue else { return }
    if type.isCollection, let elements = value.array ?? value.object?.map(\.value),
      value["$ref"] == nil
    {
      // The collection itself is no mixed value, what it holds is.
      for element in elements { noteNeeds(ofMixed: element, in: &handles) }
    } else {
      noteNeeds(ofMixed: value, in: &handles)
    }
  }

  private func noteNeeds(ofMixed value: JSON, in handles: inout Handles) {
    switch value {
    case .array:
      note(need: .mixedCollections, because: "a collection in a mixed value", in: &handles)
    case .object(let members) where members["$ref"] != nil:
      note(need: .mixedLinks, because: "a link in a mixed value", in: &handles)
    case .object(let members) where !members.keys.contains(where: { $0.hasPrefix("$") }):
      note(need: .mixedCollections, because: "a collection in a mixed value", in: &handles)
    default: break
    }
  }
}

extension ExtendedValue.Key {
  /// The keys that case files may use: a small integer is written as a plain one.
  package static let ofCaseFiles = allCases.filter { $0 != .int }
}
