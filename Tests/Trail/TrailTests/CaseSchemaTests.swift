import Formats
import JSON
import Testing
import TrailReading

/// Schemas are read in the forms in which holders of trails have them, and what is wrong in one is told with its place.
struct CaseSchemaTests {
  private func types(_ json: JSON) throws -> [String: [String: String]] {
    let schema = try CaseSchema(json)
    var types: [String: [String: String]] = [:]
    for (name, description) in schema.classes {
      types[name] = [:]
      for (property, type) in description.properties {
        let base = type.base + (type.isOptional ? "?" : "")
        types[name]?[property] = type.shape == .single ? base : "\(type.shape.rawValue)<\(base)>"
      }
    }
    return types
  }

  private func fault(_ json: JSON) -> String? {
    do throws(FormatError) {
      _ = try CaseSchema(json)
      return nil
    } catch { return error.description }
  }

  // MARK: Schemas of cases

  @Test(
    arguments: [
      ([], "a schema is an object of classes"),
      (["A": []], "A: the class \"A\" has no object \"properties\""),
      (
        ["A": ["properties": ["a": "list<"]]],
        "A.properties.a: the type of \"a\" in class \"A\" can't be read: \"list<\"; types are such as int, string?, list<int>, set<string>, dictionary<double>, or a class"
      ),
      (
        ["A": ["properties": ["a": "strng"]]],
        "A.properties.a: the type of \"a\" in class \"A\" is \"strng\", which is neither a type nor a class of this schema (did you mean \"string\"?)"
      ),
      (
        ["A": ["primaryKey": "a", "properties": ["a": "strng"]]],
        "A.properties.a: the type of \"a\" in class \"A\" is \"strng\", which is neither a type nor a class of this schema (did you mean \"string\"?)"
      ),
      (
        ["A": ["properties": ["a": "list<Office>"]], "Ofice": ["properties": ["b": "int"]]],
        "A.properties.a: the type of \"a\" in class \"A\" is \"Office\", which is neither a type nor a class of this schema (did you mean \"Ofice\"?)"
      ),
      (
        ["A": ["properties": ["a": "lst<int>"]]],
        "A.properties.a: the type of \"a\" in class \"A\" can't be read: \"lst<int>\" (did you mean \"list<int>\" or \"set<int>\"?)"
      ),
      (
        ["A": ["properties": ["a": "timestamptz"]]],
        "A.properties.a: the type of \"a\" in class \"A\" is \"timestamptz\", which is neither a type nor a class of this schema; types are bool, int, float, double, string, data, date, objectId, uuid, decimal128, mixed"
      ),
      (
        ["A": ["properties": ["a": 1]]],
        "A.properties.a: the type of \"a\" in class \"A\" can't be read: \"1\"; types are such as int, string?, list<int>, set<string>, dictionary<double>, or a class"
      ),
      (
        ["A": ["primaryKey": "b", "properties": ["a": "int"]]],
        "A.primaryKey: the primary key \"b\" of class \"A\" is not one of its properties"
      ),
      (
        ["A": ["primaryKey": 1, "properties": ["a": "int"]]],
        "A.primaryKey: expected a string, not an integer"
      ),
      (
        ["A": ["primaryKey": "a", "properties": ["a": "list<int>"]]],
        "A.primaryKey: the primary key \"a\" of class \"A\" is not a value"
      ),
      (
        ["A": ["embedded": true, "primaryKey": "a", "properties": ["a": "int"]]],
        "A.primaryKey: an embedded class has no primary key"
      ),
      (
        ["A": ["embedded": "yes", "properties": ["a": "int"]]],
        "A.embedded: expected true or false, not a string"
      ),
      (
        ["A": ["primarykey": "a", "properties": ["a": "int"]]],
        "A.primarykey: a class has no \"primarykey\", only \"primaryKey\", \"embedded\", \"properties\""
      ),
    ] as [(JSON, String)]
  )
  func `A mistake is told with its place`(json: JSON, message: String) {
    #expect(fault(json) == message)
    // Within the object that a group file is.
    if json.object != nil {
      #expect(fault(["schema": json, "cases": []]) == "schema.\(message)")
    }
  }

  // MARK: App Services

  private static let person: JSON = [
    "title": "Person", "bsonType": "object", "required": ["_id", "name"],
    "properties": [
      "_id": ["bsonType": "objectId"], "name": ["bsonType": "string"],
      "age": ["bsonType": "long"], "size": ["bsonType": "double"], "photo": ["bsonType": "binData"],
      "born": ["bsonType": "date"], "key": ["bsonType": "uuid"], "sum": ["bsonType": "decimal"],
      "any": ["bsonType": "mixed"], "free": [:], "flag": ["bsonType": ["bool", "null"]],
      "tags": ["bsonType": "array", "items": ["bsonType": "string"]],
      "codes": ["bsonType": "array", "uniqueItems": true, "items": ["bsonType": "int"]],
      "scores": ["bsonType": "object", "additionalProperties": ["bsonType": "int"]],
      "home": [
        "title": "Address", "bsonType": "object", "required": ["city"],
        "properties": ["city": ["bsonType": "string"], "zip": ["bsonType": "string"]],
      ],
      "visits": [
        "bsonType": "array",
        "items": ["bsonType": "object", "properties": ["day": ["bsonType": "date"]]],
      ],
      "office": ["bsonType": "objectId"],
    ],
  ]

  private static let personTypes = [
    "_id": "objectId", "name": "string", "age": "int?", "size": "double?", "photo": "data?",
    "born": "date?", "key": "uuid?", "sum": "decimal128?", "any": "mixed", "free": "mixed",
    "flag": "bool?", "tags": "list<string>", "codes": "set<int>", "scores": "dictionary<int>",
    "home": "Address?", "visits": "list<Person_visits>", "office": "objectId?",
  ]

  @Test func `A JSON schema of App Services is a class with those that are embedded in it`() throws
  {
    let types = try types(Self.person)
    #expect(types["Person"] == Self.personTypes)
    #expect(types["Address"] == ["city": "string", "zip": "string?"])
    #expect(types["Person_visits"] == ["day": "date?"])
    let schema = try CaseSchema(Self.person)
    #expect(schema.classes["Person"]?.primaryKey == "_id")
    #expect(schema.classes["Address"]?.isEmbedded ?? false)
    #expect(schema.classes["Address"]?.primaryKey == nil)
  }

  @Test func `Several schemas come as an array, as an object, or as rules with relationships`()
    throws
  {
    let office: JSON = [
      "title": "Office", "bsonType": "object", "properties": ["_id": ["bsonType": "int"]],
    ]
    let both: Set = ["Person", "Address", "Person_visits", "Office"]
    #expect(try Set(types([Self.person, office]).keys) == both)
    #expect(try Set(types(["persons": Self.person, "offices": office]).keys) == both)
    let rule: JSON = [
      "collection": "persons", "database": "app", "schema": Self.person,
      "relationships": [
        "office": [
          "ref": "#/relationship/mongodb-atlas/app/offices", "foreign_key": "_id", "is_list": false,
        ]
      ],
    ]
    let linked = try types([rule, ["collection": "offices", "schema": office]])
    #expect(linked["Person"]?["office"] == "Office?")
    // Of a class whose schema is not given, nothing is known.
    #expect(try types(rule)["Person"]?["office"] == "mixed")
  }

  @Test(
    arguments: [
      (
        ["title": "A", "properties": ["a": ["bsonType": "strng"]]],
        "properties.a.bsonType: \"strng\" is not a bsonType that App Services has"
      ),
      (
        ["bsonType": "object", "properties": [:]], "a schema has a \"title\", which names its class"
      ),
      (
        [person, ["title": "B"]],
        "[1]: it is not a JSON schema of App Services, which has a \"title\" and \"properties\""
      ),
      ([person, person], "[1]: there are two schemas of the class \"Person\""),
    ] as [(JSON, String)]
  )
  func `A mistake in such a schema is told with its place`(json: JSON, message: String) {
    #expect(fault(json) == message)
  }
}
