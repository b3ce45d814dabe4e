import Foundation
import JSON

extension GroupChecker {
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

  /// Checks an object with a `$` key that is no link.
  mutating func checkExtended(_ members: JSONObject, at path: JSONPath) {
    guard members.count == 1, let (key, value) = members.first else {
      return fault(path, "an object with a key that begins with \"$\" has no other key")
    }
    guard let type = ExtendedType.all[key] else {
      let hint = NearNames.hint(for: key, among: ExtendedType.all.keys.sorted() + ["$ref"])
      return fault(path, "Extended JSON has no \(key.quoted) here\(hint)")
    }
    if !type.accepts(value) { fault(path.appending(key), "\(key.quoted) takes \(type.phrase)") }
  }

  /// Checks the members a new object gets.
  mutating func checkMembers(
    _ json: JSON,
    at path: JSONPath,
    of arguments: StepToCheck,
    _ handles: inout Handles
  ) {
    guard let members = json.object else {
      return fault(path, "this must be an object of properties, not \(json.kindName)")
    }
    checkValue(json, at: path, names: handles)
    for (name, value) in members {
      if arguments.failure != "unknown-property" {
        checkField(name, of: arguments.className, at: path.appending(name))
      }
      noteNeeds(of: value, for: schema.property(name, of: arguments.className), in: &handles)
    }
  }

  /// Checks a value that is assigned to a property, a place of a collection, or used as a primary key.
  mutating func checkAssigned(
    _ json: JSON,
    at path: JSONPath,
    of arguments: StepToCheck,
    _ handles: inout Handles
  ) {
    checkValue(json, at: path, names: handles)
    let type = arguments.step["property"]?.string.flatMap {
      schema.property($0, of: arguments.className)
    }
    noteNeeds(of: json, for: type, in: &handles)
  }

  /// Links and collections in a mixed value are optional features.
  private func noteNeeds(of value: JSON, for type: PropertyType?, in handles: inout Handles) {
    guard let type, type.base == "mixed" else { return }
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

/// One of the objects by which Extended JSON says what JSON cannot.
struct ExtendedType: Sendable {
  var phrase: String
  var accepts: @Sendable (JSON) -> Bool

  static let all: [String: ExtendedType] = [
    "$numberLong": ExtendedType(phrase: "a 64-bit integer as a string") {
      $0.string.flatMap { Int64($0) } != nil
    },
    "$numberDouble": ExtendedType(
      phrase: "a number, \"NaN\", \"Infinity\" or \"-Infinity\" as a string"
    ) {
      guard let text = $0.string else { return false }
      return ["NaN", "Infinity", "-Infinity"].contains(text) || Double(text)?.isFinite == true
    },
    "$numberDecimal": ExtendedType(phrase: "a decimal number as a string") {
      $0.string?.wholeMatch(of: #/[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,5})?|NaN|[+-]?Infinity/#)
        != nil
    },
    "$oid": ExtendedType(phrase: "24 hex digits") {
      $0.string?.wholeMatch(of: #/[0-9a-fA-F]{24}/#) != nil
    },
    "$uuid": ExtendedType(phrase: "a uuid in the form 8-4-4-4-12") {
      $0.string?.wholeMatch(of: #/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#) != nil
    },
    "$binary": ExtendedType(phrase: "an object of \"base64\" and \"subType\"") {
      guard let members = $0.object, members.count == 2, let text = members["base64"]?.string else {
        return false
      }
      let subType = members["subType"]?.string
      return Data(base64Encoded: text) != nil && subType?.wholeMatch(of: #/[0-9a-fA-F]{2}/#) != nil
    },
    "$date": ExtendedType(phrase: "an ISO 8601 date, or milliseconds in a \"$numberLong\"") {
      if let text = $0.string { return isDate(text) }
      guard let members = $0.object, members.count == 1 else { return false }
      return members["$numberLong"]?.string.flatMap { Int64($0) } != nil
    },
  ]

  /// Whether a text is a date and a time with a zone.
  private static func isDate(_ text: String) -> Bool {
    let form = #/\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)/#
    guard let match = text.wholeMatch(of: form) else { return false }
    let limits: [(Substring, ClosedRange<Int>)] = [
      (match.output.1, 1...12), (match.output.2, 1...31), (match.output.3, 0...23),
      (match.output.4, 0...59), (match.output.5, 0...59),
    ]
    return limits.allSatisfy { text, range in Int(text).map(range.contains) ?? false }
  }
}
