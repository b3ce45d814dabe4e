import JSON
package import Touchstone

extension ProgramSchema {
  /// Reads the classes in a file, which holds what a group file has under `schema`, or that key as well, as `touchstone schema`
  /// prints it.
  ///
  /// - Throws: a ``SuiteError`` with every place that is wrong.
  package init(file path: String) throws(SuiteError) {
    let text = try SuiteText.bytes(of: path, "the schema")
    var json = try JSON(text: text, path: path)
    var place = JSONPath()
    if let inner = json["schema"], inner.object != nil, inner["properties"] == nil {
      (json, place) = (inner, place.appending("schema"))
    }
    var validator = GroupValidator()
    if json.object == nil {
      validator.fault(place, "a schema is an object of classes, not \(json.kindName)")
    } else {
      validator.checkSchema(json, at: place)
    }
    guard validator.faults.isEmpty else {
      throw SuiteError(.malformed, faults: validator.faults.located(in: text, of: path))
    }
    self.init(json)
  }
}
