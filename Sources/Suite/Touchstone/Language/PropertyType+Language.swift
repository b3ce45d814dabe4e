package import Formats

// How property types are written in a schema, and their values in a case.

extension PropertyType.Scalar {
  /// Whether a primary key may have it.
  package var identifies: Bool {
    switch self {
    case .int, .string, .objectId, .uuid: true
    case .bool, .float, .double, .data, .date, .decimal128, .mixed: false
    }
  }

  /// How its values are written, in Markdown.
  package var writtenForm: String {
    switch self {
    case .bool: "true or false"
    case .int:
      "an integer literal without fraction and exponent; `{\"$numberLong\": \"…\"}` is accepted as well"
    case .float, .double:
      """
      a number with fraction or exponent, or an integer literal; `{"$numberDouble": "NaN"}`, `"Infinity"`, \
      `"-Infinity"`, `"-0.0"`
      """
    case .string: "a string"
    case .data: "`{\"$binary\": {\"base64\": \"…\", \"subType\": \"00\"}}`"
    case .date:
      """
      `{"$date": "2022-06-23T14:54:37.756Z"}`, or `{"$date": {"$numberLong": "<milliseconds since 1970>"}}`
      """
    case .objectId: "`{\"$oid\": \"62b38b3c10846041166f5deb\"}`"
    case .uuid:
      """
      `{"$uuid": "00000000-0000-0000-0000-000000000001"}`, or `{"$binary": {"base64": "…", "subType": "04"}}` of 16 bytes
      """
    case .decimal128: "`{\"$numberDecimal\": \"1.50\"}`"
    case .mixed: "any value"
    }
  }
}

extension PropertyType.Shape {
  /// A type of this shape.
  package var example: String {
    switch self {
    case .single: "Person?"
    case .list: "list<int>"
    case .set: "set<string>"
    case .dictionary: "dictionary<int?>"
    case .linkingObjects: "linkingObjects<Person.friends>"
    }
  }

  /// How values of it are written, in Markdown.
  package var writtenForm: String {
    switch self {
    case .single: "`{\"$ref\": \"<handle>\"}` or null"
    case .list: "an array"
    case .set: "an array; its order carries no meaning"
    case .dictionary: "an object"
    case .linkingObjects: "– (computed)"
    }
  }
}
