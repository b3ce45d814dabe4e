package import JSON

/// What a property of a sample's class holds: the types of chapter "Serialization", each with plausible values.
enum SampleKind: Sendable, Hashable {
  case objectID, uuid, intKey
  case name, text, optionalText, place, phone
  case int, largeInt, double, optionalDouble, bool, date, decimal
  /// Left out of every payload.
  case data
  case link(Int)
  case textList, textSet, countDictionary
  case contact, mixed
}

/// A property of a sample's class.
struct SampleProperty: Sendable {
  let name: String
  let type: String
  let kind: SampleKind

  /// The key with quotes and colon, ready to be copied.
  let label: String

  init(_ name: String, _ type: String, _ kind: SampleKind) {
    self.name = name
    self.type = type
    self.kind = kind
    label = "\"\(name)\":"
  }
}

/// A class of a sample's realm: what a hospital with a cash desk might have.
struct SampleClass: Sendable {
  let name: String
  let properties: [SampleProperty]

  /// Where the property is that links to another class.
  let link: Int?
  /// Where the embedded object is.
  let contact: Int?
  /// The properties that are assigned, which the primary key is not.
  let assignable: [Int]
  let dataProperty: Int?

  init(_ name: String, _ properties: [SampleProperty]) {
    self.name = name
    // Core writes keys sorted by their bytes, which is as good as any other order elsewhere.
    let sorted = properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.properties = sorted
    link = sorted.firstIndex { if case .link = $0.kind { true } else { false } }
    contact = sorted.firstIndex { $0.kind == .contact }
    dataProperty = sorted.firstIndex { $0.kind == .data }
    assignable = sorted.indices.filter {
      ![.objectID, .uuid, .intKey, .data].contains(sorted[$0].kind)
    }
  }

  /// Where the primary key is: every class has an `_id`, and it may stand behind capital letters only.
  var key: Int { properties.firstIndex { $0.name == "_id" } ?? 0 }

  static let office = 0
  static let person = 1
  static let account = 3

  static let all = [
    SampleClass(
      "Office",
      [
        .init("_id", "int", .intKey), .init("name", "string", .place),
        .init("location", "string?", .optionalText), .init("capacity", "int", .int),
        .init("open", "bool", .bool),
      ]
    ),
    SampleClass(
      "Person",
      [
        .init("_id", "objectId", .objectID), .init("name", "string", .name),
        .init("userId", "string?", .optionalText), .init("employeeId", "int", .int),
        .init("birthDate", "date", .date), .init("office", "Office?", .link(office)),
        .init("photo", "data?", .data), .init("active", "bool", .bool),
      ]
    ),
    SampleClass(
      "Patient",
      [
        .init("_id", "uuid", .uuid), .init("name", "string", .name), .init("born", "date", .date),
        .init("ward", "string?", .optionalText), .init("weight", "double?", .optionalDouble),
        .init("allergies", "list<string>", .textList), .init("tags", "set<string>", .textSet),
        .init("vitals", "dictionary<int?>", .countDictionary),
        .init("doctor", "Person?", .link(person)), .init("contact", "Contact?", .contact),
        .init("note", "string", .text), .init("remark", "mixed", .mixed),
      ]
    ),
    SampleClass(
      "Account",
      [
        .init("_id", "int", .intKey), .init("owner", "Person?", .link(person)),
        .init("balance", "decimal128", .decimal), .init("currency", "string?", .optionalText),
        .init("limit", "double", .double), .init("serial", "int", .largeInt),
        .init("open", "bool", .bool),
      ]
    ),
  ]
}

extension SampleTrail {
  /// The classes of the objects in every sample, as a case writes them.
  package static var schema: JSON {
    var classes: JSONObject = [:]
    for sampled in SampleClass.all {
      var properties: JSONObject = [:]
      for property in sampled.properties { properties[property.name] = .string(property.type) }
      classes[sampled.name] = ["primaryKey": "_id", "properties": .object(properties)]
    }
    classes["Contact"] = [
      "embedded": true, "properties": ["city": "string", "phone": "string?"],
    ]
    return .object(classes)
  }
}
