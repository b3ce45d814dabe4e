import JSON

/// `$ref`: a definition of the same file.
struct ReferenceConstraint: SchemaConstraint {
  static let keywords = ["$ref"]
  private static let prefix = "#/$defs/"

  private var name = JSONSchema.rootName

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    let place = path.appending("$ref")
    let target = keywords["$ref"]?.string ?? ""
    if target.hasPrefix(Self.prefix) {
      name = String(target.dropFirst(Self.prefix.count))
      reader.refer(to: name, at: place)
    } else if target != "#" {
      reader.fault(place, "\"$ref\" takes \"#/$defs/NAME\" or \"#\"")
    }
  }

  var referencesInPlace: [String] { [name] }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    validation.check(value, against: name, at: path)
  }
}
