import Formats
import JSON

@testable import TrailReading

extension CodeExample {
  static let schema: CaseSchema? = try? CaseSchema([
    "Person": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "bool": "bool?", "int": "int?", "string": "string?", "double": "double",
        "date": "date?", "data": "data?", "uuid": "uuid?", "oid": "objectId?",
        "decimal": "decimal128?", "list": "list<int>", "set": "set<int?>", "weights": "set<double>",
        "prices": "set<decimal128>",
        "numbers": "set<double?>", "marks": "set<mixed>", "offices": "list<Office>",
        "dictionary": "dictionary<float>", "embedded": "Address?", "link": "Office?",
        "name": "string", "mixed": "mixed", "people": "linkingObjects<Office.boss>",
      ],
    ],
    "Address": ["embedded": true, "properties": ["city": "string"]],
    "Office": ["primaryKey": "_id", "properties": ["_id": "uuid", "floor": "int"]],
  ])

  private static let uuid = "00000000-0000-0000-0000-00000000000a"

  private static let office: JSON = ["_id": .string(uuid), "floor": 1]

  /// A complete person with one property replaced, or without it.
  private static func person(_ property: String? = nil, _ value: JSON? = nil) -> String {
    var person: JSONObject = [
      "_id": 1, "bool": nil, "int": nil, "string": nil, "double": 1.5, "date": nil, "uuid": nil,
      "oid": nil, "decimal": nil, "list": [], "set": [], "weights": [], "prices": [],
      "dictionary": [:], "embedded": nil,
      "numbers": [], "marks": [], "offices": [],
      "link": nil, "name": "",
    ]
    if let property { person[property] = value }
    return JSON.object(person).text()
  }

  /// As edition core writes it.
  private static func sorted(_ object: String) -> String {
    (try? JSON(parsing: object))?.object.map { members in
      var sorted: JSONObject = [:]
      for (key, value) in members.sorted(by: { $0.key < $1.key }) { sorted[key] = value }
      return JSON.object(sorted).text()
    } ?? ""
  }

  /// An object of so many properties.
  private static func many(_ count: Int) -> String {
    "{" + (0..<count).map { "\"p\($0)\":1" }.joined(separator: ",") + "}"
  }

  private static func type(
    _ code: FindingCode,
    _ property: String,
    _ wrong: JSON?,
    _ fine: JSON?
  ) -> CodeExample {
    CodeExample(
      code,
      shows: SmallExport.read(person(property, wrong)),
      fine: SmallExport.read(person(property, fine)),
      schema: schema
    )
  }

  static let types: [CodeExample] = [
    CodeExample(
      .classUnknown,
      shows: SmallExport.read(person(), of: "Persons"),
      fine: SmallExport.read(person(), of: "Person"),
      schema: schema
    ),
    type(.propertyMissing, "name", nil, "x"),
    type(.propertyUnknown, "Name", "x", nil),
    type(.typeNull, "name", .null, "null"),
    type(.typeBool, "bool", 0, false),
    type(.typeInt, "int", .number("9223372036854775808"), 9_223_372_036_854_775_807),
    type(.typeString, "string", ["a"], "[]"),
    type(.typeDouble, "double", "1.5", .null),
    type(.typeDouble, "dictionary", ["a": 36.6], ["a": .number("36.599998474121094"), "b": 1.5]),
    type(.typeDouble, "dictionary", ["a": .number("1e300")], ["a": .number("1e0")]),
    type(.typeDate, "date", "2022-06-23T14:54:37Z", "+012345-06-23T14:54:37.000Z"),
    CodeExample(
      .typeDate,
      shows: SmallExport.read(sorted(person("date", "012345-06-23T14:54:37.000Z"))),
      fine: SmallExport.read(sorted(person("date", "12345-06-23T14:54:37.000Z"))),
      edition: .core,
      schema: schema
    ),
    CodeExample(
      .typeDate,
      shows: SmallExport.read(person("date", "12345-06-23T14:54:37.000Z")),
      fine: SmallExport.read(person("date", "-000001-06-23T14:54:37.000Z")),
      schema: schema
    ),
    type(.typeData, "data", .null, nil),
    type(.typeUUID, "uuid", .string(uuid.uppercased()), .string(uuid)),
    type(.typeObjectId, "oid", "62b396f4ebe94d2b871889bA", "62b396f4ebe94d2b871889ba"),
    type(.typeDecimal, "decimal", 1.5, "1.50"),
    // Edition core leaves decimals out.
    CodeExample(
      .typeDecimal,
      shows: SmallExport.read(sorted(person("decimal", "1.50"))),
      fine: SmallExport.read(sorted(person("decimal", .null))),
      edition: .core,
      schema: schema
    ),
    type(.typeList, "list", .null, []),
    type(.typeSet, "set", [1, 2, 1], [1, nil, 2]),
    CodeExample(
      .typeSet,
      shows: SmallExport.read(person("set", [1, nil, nil])),
      fine: SmallExport.read(person("numbers", [1, nil, nil])),
      schema: schema
    ),
    type(.typeSet, "weights", [1.5, -0.0, 0], [1.5, -1.5, 0]),
    type(.typeSet, "weights", [100, 1e2], [100, 101]),
    type(.typeSet, "prices", ["1.5", "1.50"], ["1.5", "1.05"]),
    // A date and its text, a link and a number: mixed values may be written alike.
    CodeExample(
      .typeSet,
      shows: SmallExport.read(person("set", [1, 1])),
      fine: SmallExport.read(person("marks", [1, 1, "a", "a"])),
      schema: schema
    ),
    CodeExample(
      .embeddedListed,
      shows: SmallExport.write(#""insertions":[{"city":"A"}]"#, of: "Address"),
      fine: SmallExport.write(
        #""modifications":[{"oldValue":{"city":"A"},"newValue":{"city":"B"}}]"#,
        of: "Address"
      ),
      schema: schema
    ),
    CodeExample(
      .linkExpanded,
      shows: SmallExport.write(#""insertions":[\#(person("link", office))]"#),
      fine: SmallExport.read(person("link", office)),
      schema: schema
    ),
    CodeExample(
      .linkExpanded,
      shows: SmallExport.write(#""deletions":[\#(person("offices", [.string(uuid), office]))]"#),
      fine: SmallExport.write(#""deletions":[\#(person("embedded", ["city": "A"]))]"#),
      schema: schema
    ),
    type(.typeDictionary, "dictionary", [1], ["1": 1]),
    type(.typeEmbedded, "embedded", "62b396f4ebe94d2b871889ba", ["city": "x"]),
    type(.typeLink, "link", 1, .string(uuid)),
    CodeExample(
      .typeInconsistent,
      shows: SmallExport.read(#"{"a":1},{"a":"1"}"#),
      fine: SmallExport.read(#"{"a":1},{"a":1.5},{"a":null},{"a":{}}"#)
    ),
    CodeExample(
      .typesUnfollowed,
      shows: SmallExport.read(many(20_001)),
      fine: SmallExport.read(many(20_000))
    ),
  ]
}
